import CareModels
import Foundation

/// Whatever an app keeps of its own in the person's record: any bytes, 10 MiB at most, with words to find them again. `sealed` is what the person's devices
/// alone can open.
public struct AppData: Sendable {
    let core: Core
    /// What nobody but the person can open, with every database and every key of the platform's.
    public let sealed: SealedData

    /// What is known of something without its bytes.
    public struct Record: Codable, Equatable, Identifiable, Sendable {
        /// By which it is read, changed and deleted.
        public var id: String
        /// From 1 on, one more with each change: what `update` names.
        public var version: Int
        /// The words that it is found by.
        public var annotations: [String]
        /// Its media type, such as `application/json`.
        public var contentType: String?
        /// When it was stored first.
        public var createdAt: Date
        /// When this version was stored.
        public var updatedAt: Date
    }

    /// Bytes as they were stored.
    public struct Content: Codable, Equatable, Sendable {
        /// The record's.
        public var id: String
        /// Which one these bytes are.
        public var version: Int
        /// Its media type; `application/octet-stream` where nobody said one.
        public var contentType: String
        /// The words that it is found by.
        public var annotations: [String]
        /// As they were given.
        public var bytes: Data

        /// The bytes as JSON of a type of the app's own. Throws ``CareError/unreadable(_:)`` when they are no such thing.
        public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            do { return try Wire.decode(type, from: bytes) } catch { throw CareError.unreadable("app data as \(Value.self)") }
        }
    }

    // MARK: Watching

    /// What there is, newest first: what has all of these words, or everything.
    public func records(annotated words: [String] = []) -> Watch<Listed<Record>> {
        let asked = ["annotations": words.isEmpty ? nil : words.joined(separator: ",")]
        return core.lists.watch(
            PagedList<Record>(
                collection: Self.collections + core.cache.blinded("list?" + words.joined(separator: ",")), key: { $0.id }, position: { $0.createdAt.milliseconds },
                call: .get("/app-data", asked)))
    }

    /// The bytes of one, with what is known of it: from the disk at once, then as on the server.
    public func content(_ id: String) -> Watch<Content> {
        let core = core
        return core.lists.watch(one: Self.collections + core.cache.blinded(id)) { try await Self.read(id, core) }
    }

    // MARK: Asking

    /// As it is on the server now.
    public func fetch(_ id: String) async throws -> Content { try await caring { try await Self.read(id, core) } }

    /// How many there are that have all of these words, or in all; as the server counts now.
    public func count(annotated words: [String] = []) async throws -> Int {
        struct Count: Decodable { var count: Int }
        let call = Call.get("/app-data/count", ["annotations": words.isEmpty ? nil : words.joined(separator: ",")])
        return try await caring { try await core.api.fetch(Count.self, call).count }
    }

    // MARK: Writing

    /// Stores something new, once. Who tries again after an error passes the same key.
    public func create(_ bytes: Data, contentType: String = "application/octet-stream", annotations: [String] = [], key: UUID = .v7()) async throws -> Record {
        var call = Self.writing("POST", "/app-data", bytes, contentType, annotations.isEmpty ? nil : annotations)
        call.idempotencyKey = key.lowercaseText
        return try await written(call, patience: .attempts(5))
    }

    /// The same of a value that encodes itself, as `application/json`. Throws ``CareError/unreadable(_:)`` where it does not, as of a number that is none.
    public func create(_ value: some Encodable, annotations: [String] = [], key: UUID = .v7()) async throws -> Record {
        try await create(CareError.naming { try Wire.encode(value) }, contentType: "application/json", annotations: annotations, key: key)
    }

    /// Other bytes in their place, as long as nobody has changed it since this version: else it is refused (412). Annotations stay unless others are given.
    public func update(_ id: String, from version: Int, to bytes: Data, contentType: String, annotations: [String]? = nil) async throws -> Record {
        var call = Self.writing("PUT", Self.path(id), bytes, contentType, annotations)
        call.ifMatch = "\"\(version)\""
        return try await written(call, patience: .once)
    }

    /// Deletes it. Twice does no harm.
    public func delete(_ id: String) async throws { try await changing { _ = try await core.api.send(Call(method: "DELETE", path: Self.path(id))) } }

    // MARK: Inside

    static let collections = "app-data/"

    static func path(_ id: String) -> String { "/app-data/\(id.formEncoded)" }

    static func writing(_ method: String, _ path: String, _ bytes: Data, _ contentType: String, _ annotations: [String]?) -> Call {
        var call = Call(method: method, path: path, body: bytes, contentType: contentType)
        if let annotations { call.headers["Care-Annotations"] = FhirAnnotations.header(annotations) }
        return call
    }

    static func read(_ id: String, _ core: Core) async throws -> Content {
        var call = Call.get(path(id))
        call.headers["Accept"] = "*/*"
        let reply = try await core.api.send(call)
        guard let version = reply.headers["etag"].flatMap({ Int($0.filter(\.isNumber)) }) else { throw CareError.unreadable("/app-data") }
        return Content(
            id: id, version: version, contentType: reply.headers["content-type"] ?? "application/octet-stream",
            annotations: FhirAnnotations.words(of: reply.headers["care-annotations"] ?? ""), bytes: reply.body)
    }

    private func written(_ call: Call, patience: Patience) async throws -> Record {
        try await changing { try await core.api.fetch(Record.self, call, patience: patience) }
    }

    /// What is shown of it is loaded anew, whatever came of it.
    private func changing<Done: Sendable>(_ work: () async throws -> Done) async throws -> Done { try await core.changing(Self.collections, work: work) }
}
