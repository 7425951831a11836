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
    public func file(_ id: AttachmentID) async throws -> File { try await caring { try await core.api.fetch(File.self, .get("/attachments/\(id)")) } }

    /// Brings a file from the server; what breaks off goes on where it was. One that waits on this device to be sent is there at once.
    public func download(_ id: AttachmentID, progress: OnProgress? = nil) async throws -> Data {
        let core = core
        return try await caring {
            if let kept = try await core.outbox.item(id.uuid, ofKind: Self.kind), let bytes = FormFile.bytes(of: kept.call) { return bytes }
            // Its address holds for some minutes.
            let bytes = try await Download(api: core.api).bytes(
                { _ in
                    let file = try await core.api.fetch(File.self, .get("/attachments/\(id)"))
                    guard let parts = URLComponents(string: file.download.url) else { throw CareError.unreadable("/attachments") }
                    var call = Call.get(parts.percentEncodedPath)
                    for item in parts.queryItems ?? [] { call.query[item.name] = item.value }
                    call.needsLogin = false
                    return call
                }, progress: progress)
            return bytes
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
