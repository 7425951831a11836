import CareModels
import Foundation

extension Messaging {
    /// A file that a message holds, or is about to.
    public struct File: Codable, Equatable, Identifiable, Sendable {
        /// What a message names it by.
        public var id: AttachmentID
        /// Its media type, as the server found it in the bytes.
        public var contentType: String?
        /// In bytes.
        public var size: Int
        /// As it was called where it came from.
        public var fileName: String?
        /// Of a picture or a video, in pixels.
        public var width: Int?
        /// Of a picture or a video, in pixels.
        public var height: Int?
        /// Of a video or a sound.
        public var durationSeconds: Double?
        var download: Address

        struct Address: Codable, Equatable, Sendable {
            var url: String
        }
    }

    /// Brings a file to the server, 100 MiB at most; then send it: `.image(Media(file.id))`. Where a photo was taken is taken out there. Who tries again after
    /// an error passes the same key.
    public func upload(_ bytes: Data, named name: String, key: UUID = .v7(), progress: OnProgress? = nil) async throws -> File {
        let form = FormFile(name: name, bytes: bytes)
        let call = Self.uploading(form, key: key)
        return try await caring {
            let reply = try await core.api.send(call) { sent in progress?(TransferProgress(done: min(sent, bytes.count), total: bytes.count)) }
            guard let file = try? Wire.decode(File.self, from: reply.body) else { throw CareError.unreadable(call.path) }
            return file
        }
    }

    /// What is known of a file, as long as one may read a message that holds it.
    public func file(_ id: AttachmentID) async throws -> File { try await caring { try await core.api.fetch(File.self, .get("\(Self.attachments)/\(id)")) } }

    /// Brings a file from the server; what breaks off goes on where it was. One that waits on this device to be sent is there at once.
    public func download(_ id: AttachmentID, progress: OnProgress? = nil) async throws -> Data {
        try await caring {
            if let kept = try await waiting(id) { return kept }
            return try await Download(api: core.api).bytes(calls(for: id), progress: progress)
        }
    }

    /// The same to a place on the disk, in place of what is there, never in memory whole and not sealed. What breaks off goes on where it was, in another run of
    /// the app too; until then it lies beside its place, as `….part`.
    public func download(_ id: AttachmentID, to file: URL, progress: OnProgress? = nil) async throws {
        try await caring {
            if let kept = try await waiting(id) { return try StorageFault.naming { try kept.write(to: file) } }
            try await Download(api: core.api).file(file, calls(for: id), progress: progress)
        }
    }

    private func waiting(_ id: AttachmentID) async throws -> Data? {
        try await core.outbox.item(id.uuid, ofKind: Self.kind).flatMap { FormFile.bytes(of: $0.call) }
    }

    /// Its address holds for some minutes.
    private func calls(for id: AttachmentID) -> @Sendable (_ isRenewed: Bool) async throws -> Call {
        let core = core
        return { _ in
            let file = try await core.api.fetch(File.self, .get("\(Self.attachments)/\(id)"))
            guard let parts = URLComponents(string: file.download.url) else { throw CareError.unreadable(Self.attachments) }
            var call = Call.get(parts.percentEncodedPath)
            for item in parts.queryItems ?? [] { call.query[item.name] = item.value }
            call.needsLogin = false
            return call
        }
    }
}

extension Messaging {
    static let attachments = "/attachments"

    static func uploading(_ form: FormFile, key: UUID) -> Call {
        Call(method: "POST", path: attachments, body: form.body, contentType: form.contentType, idempotencyKey: key.lowercaseText)
    }
}

/// One file as a form's only part (RFC 7578).
struct FormFile: Sendable {
    let body: Data
    let contentType: String

    init(name: String, bytes: Data) {
        let boundary = "careline-\(UUID().uuidString)"
        // What would end the name there, or the line.
        let plain = name.map { "\"\\\r\n".contains($0) ? "_" : String($0) }.joined()
        let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(plain)\"\r\nContent-Type: application/octet-stream\r\n\r\n"
        body = Data(head.utf8) + bytes + Data(Self.tail(boundary).utf8)
        contentType = Self.type + boundary
    }

    private static let type = "multipart/form-data; boundary="
    private static func tail(_ boundary: some StringProtocol) -> String { "\r\n--\(boundary)--\r\n" }

    /// The file that a call holds.
    static func bytes(of call: Call) -> Data? {
        guard let body = call.body, call.contentType.hasPrefix(type), let head = body.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let end = body.count - tail(call.contentType.dropFirst(type.count)).utf8.count
        guard end >= head.upperBound - body.startIndex else { return nil }
        return Data(body[head.upperBound..<(body.startIndex + end)])
    }
}
