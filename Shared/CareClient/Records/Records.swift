import CareModels
import Foundation
import JSON

/// The person's health record: resources of FHIR R4, or of STU3 by `in(.stu3)`.
public struct Records: Sendable {
    let core: Core
    var release = FhirRelease.r4

    /// The same record as resources of another release.
    public func `in`(_ release: FhirRelease) -> Records { Records(core: core, release: release) }

    // MARK: Watching

    /// What a search finds, newest first: from the disk at once, then as on the server.
    public func search(_ search: FhirSearch) -> Watch<Listed<FhirRecord>> {
        let (path, name) = (path(search.type) + "/_search", core.cache.blinded("\(path(search.type))?\(String(decoding: search.form(), as: UTF8.self))"))
        return core.lists.watch(
            PagedList<FhirRecord>(
                collection: Self.collections + name, key: { $0.id }, position: { ($0.createdAt ?? $0.updatedAt).milliseconds },
                request: { Self.asking(path, search.form([("_count", String(PagedList<FhirRecord>.pageSize)), ("_after", $0)])) },
                read: { reply in
                    let bundle = try FhirBundle(reply)
                    return Page(items: try bundle.found(), nextCursor: bundle.next)
                }))
    }

    /// One resource, by its id.
    public func record(_ type: String, _ id: String) -> Watch<FhirRecord> {
        let (core, path) = (core, path(type, id))
        return core.lists.watch(one: Self.collections + core.cache.blinded(path)) { try FhirRecord(await core.api.send(Self.reading(path))) }
    }

    // MARK: Asking

    /// One resource as it is on the server now.
    public func fetch(_ type: String, _ id: String) async throws -> FhirRecord {
        try await caring { try FhirRecord(await core.api.send(Self.reading(path(type, id)))) }
    }

    /// How many a search finds, as the server counts now.
    public func count(_ search: FhirSearch) async throws -> Int {
        try await caring {
            let reply = try await core.api.send(Self.asking(path(search.type) + "/_search", search.form([("_summary", "count")])))
            guard let total = try FhirBundle(reply).total else { throw CareError.unreadable("a count") }
            return total
        }
    }

    // MARK: Writing

    /// Stores a resource, once: an answer that gets lost is asked for again under the same key. Who tries again after an error passes the same key.
    public func create(_ resource: FhirResource, annotations: [String] = [], key: UUID = .v7()) async throws -> FhirRecord {
        try await written(Self.creating(release, resource, annotations, key: key))
    }

    static func creating(_ release: FhirRelease, _ resource: FhirResource, _ annotations: [String], key: UUID) -> Call {
        var call = writing("POST", release.path(resource.type), resource.json, annotations.isEmpty ? nil : annotations)
        call.idempotencyKey = key.lowercaseText
        return call
    }

    /// The next version of a record, with `resource` in place of what it held: as long as nobody has changed it since it was read, else it is refused as
    /// `conflict`. Annotations stay unless others are given.
    public func update(_ record: FhirRecord, to resource: FhirResource, annotations: [String]? = nil) async throws -> FhirRecord {
        let call = Self.updating(path(record.type, record.id), record.version, try resource.named(record.id, of: record.type), annotations)
        // The first attempt may have been done: the second would meet its version.
        return try await written(call, patience: .once)
    }

    static func updating(_ path: String, _ version: Int?, _ resource: FhirResource, _ annotations: [String]?) -> Call {
        var call = writing("PUT", path, resource.json, annotations)
        call.ifMatch = version.map { FhirRecord.tag($0) }
        return call
    }

    static func deleting(_ path: String, _ version: Int?) -> Call {
        var call = fhir(Call(method: "DELETE", path: path))
        call.ifMatch = version.map { FhirRecord.tag($0) }
        return call
    }

    /// Deletes it. Twice does no harm. The versions before can still be read by its person.
    public func delete(_ type: String, _ id: String) async throws {
        try await changing { _ = try await core.api.send(Self.fhir(Call(method: "DELETE", path: path(type, id)))) }
    }

    // MARK: Many at once

    /// Stores each by itself.
    public func create(_ resources: [FhirResource], annotations: [String] = [], key: UUID = .v7()) async throws -> BatchResult<FhirResource, FhirRecord> {
        try await batch(resources, key, annotations) {
            .init(method: "POST", url: $0.type, resource: $0)
        } read: { reply, _ in
            try FhirRecord(reply.body, annotations: annotations)
        }
    }

    /// The next version of each, with the resource that it holds here: as long as nobody has changed it since it was read, else that one is refused as
    /// `conflict`. Annotations stay. Throws ``CareError/unreadable(_:)`` before anything is sent when a resource is of another id or type than its record.
    public func update(_ records: [FhirRecord], key: UUID = .v7()) async throws -> BatchResult<FhirRecord, FhirRecord> {
        let named = try records.map { record in
            var record = record
            record.resource = try record.resource.named(record.id, of: record.type)
            return record
        }
        return try await batch(named, key, []) {
            .init(method: "PUT", url: "\($0.type)/\($0.id)", resource: $0.resource, version: $0.version)
        } read: { reply, record in
            try FhirRecord(reply.body, annotations: record.annotations)
        }
    }

    /// Many of one type by their ids, as they are on the server now.
    public func fetch(_ type: String, _ ids: [String]) async throws -> BatchResult<String, FhirRecord> {
        try await batch(ids, .v7(), []) {
            .init(method: "GET", url: "\(type)/\($0)")
        } read: { reply, _ in
            try FhirRecord(reply.body)
        }
    }

    /// Many of one type by their ids: gives back those that are gone.
    public func delete(_ type: String, _ ids: [String]) async throws -> BatchResult<String, String> {
        try await batch(ids, .v7(), []) {
            .init(method: "DELETE", url: "\(type)/\($0)")
        } read: { _, id in
            id
        }
    }

    // MARK: Inside

    static let collections = "records/"

    private func path(_ type: String) -> String { release.path(type) }
    private func path(_ type: String, _ id: String) -> String { release.path(type, id) }

    private static func fhir(_ call: Call) -> Call {
        var call = call
        call.headers["Accept"] = "application/fhir+json"
        return call
    }

    static func reading(_ path: String) -> Call { fhir(.get(path)) }

    static func asking(_ path: String, _ form: Data) -> Call {
        fhir(Call(method: "POST", path: path, body: form, contentType: "application/x-www-form-urlencoded", isRead: true))
    }

    private static func writing(_ method: String, _ path: String, _ body: Data, _ annotations: [String]?) -> Call {
        var call = fhir(Call(method: method, path: path, body: body, contentType: "application/fhir+json"))
        call.headers["Prefer"] = "return=representation"
        if let annotations { call.headers["Care-Annotations"] = FhirAnnotations.header(annotations) }
        return call
    }

    private func written(_ call: Call, patience: Patience = .attempts(5)) async throws -> FhirRecord {
        try await changing { try FhirRecord(await core.api.send(call, patience: patience)) }
    }

    private func changing<Done: Sendable>(_ work: () async throws -> Done) async throws -> Done { try await core.changing(Self.collections, work: work) }

    private struct Entry {
        var method: String
        var url: String
        var resource: FhirResource?
        var version: Int?
    }

    /// As many in one request as it takes; each part under a key of its own that follows from the first, so that all of it can be asked for again. Where a part
    /// breaks off after another one was done, that is what became of it and of the rest.
    private func batch<Given: Sendable, Done: Sendable>(
        _ all: [Given], _ key: UUID, _ annotations: [String], _ entry: (Given) -> Entry, read: (HTTPReply, Given) throws -> Done
    ) async throws -> BatchResult<Given, Done> { try await core.api.asOne { try await parts(all, key, annotations, entry, read: read) } }

    private func parts<Given: Sendable, Done: Sendable>(
        _ all: [Given], _ key: UUID, _ annotations: [String], _ entry: (Given) -> Entry, read: (HTTPReply, Given) throws -> Done
    ) async throws -> BatchResult<Given, Done> {
        var items: [(given: Given, result: Result<Done, CareError>)] = []
        for start in stride(from: 0, to: all.count, by: Self.mostAtOnce) {
            let part = Array(all[start..<min(start + Self.mostAtOnce, all.count)])
            var call = Self.writing("POST", "/fhir/\(release.rawValue)", Self.bundle(part.map(entry)), annotations.isEmpty ? nil : annotations)
            call.idempotencyKey = "\(key.lowercaseText)-\(start / Self.mostAtOnce)"
            let sent = call
            let replies: [HTTPReply]
            do {
                replies = try await changing { try FhirBundle(await core.api.send(sent, patience: .attempts(5))).outcomes() }
                guard replies.count == part.count else { throw CareError.unreadable("a batch's answer") }
            } catch {
                let error = try CareError.of(error)
                guard start > 0 else { throw error }
                items += all[start...].map { ($0, .failure(error)) }
                break
            }
            for (given, reply) in zip(part, replies) {
                items.append((given, Result { try read(API.checked(reply), given) }.mapError { ($0 as? CareError) ?? .unreadable("a batch's answer") }))
            }
        }
        return BatchResult(items: items)
    }

    static let mostAtOnce = 100

    private static func bundle(_ entries: [Entry]) -> Data {
        var json = JSONWriter()
        json.object {
            $0.member("resourceType", "Bundle")
            $0.member("type", "batch")
            $0.list("entry", entries) { entry, json in
                json.object {
                    if let resource = entry.resource { $0.member("resource", json: resource.json) }
                    $0.object("request") {
                        $0.member("method", entry.method)
                        $0.member("url", entry.url)
                        if let version = entry.version { $0.member("ifMatch", FhirRecord.tag(version)) }
                    }
                }
            }
        }
        return Data(json.bytes)
    }
}

extension FhirResource {
    /// As the next version of the record of this id; it has that id itself, or none.
    func named(_ id: String, of type: String) throws -> FhirResource {
        guard let named = self.id == nil ? try? with(id: id) : self, named.id == id, named.type == type else {
            throw CareError.unreadable("another record's resource")
        }
        return named
    }

    /// The same under an id, all else byte for byte.
    func with(id: String) throws -> FhirResource {
        var json = JSONWriter()
        let root = try JSONDocument([UInt8](self.json)).root
        json.object {
            $0.member("id", id)
            for member in root.children where !member.isNamed("id") { $0.value(json: member.memberBytes) }
        }
        return try FhirResource(json: Data(json.bytes))
    }
}
