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
        return try await caring { try await bring(call, of: bytes.count, progress) }
    }

    /// The same of a file on the disk, which is never in memory whole: as a form beside the cache until it has gone, or the task is cancelled. Nothing may change it
    /// meanwhile. `name` is the file's own unless another is given.
    public func upload(file: URL, named name: String? = nil, key: UUID = .v7(), progress: OnProgress? = nil) async throws -> File {
        try await caring {
            let source = try FileSource(file)
            let form = try FormOnDisk(source, named: name ?? file.lastPathComponent, in: core.forms, key)
            defer { form.remove() }
            var call = Call(method: "POST", path: Self.attachments, idempotencyKey: key.lowercaseText)
            call.headers["Content-Type"] = form.contentType
            return try await bring(call, form.file, of: source.count, progress)
        }
    }

    /// The form around the file is not told of.
    private func bring(_ call: Call, _ form: URL? = nil, of bytes: Int, _ progress: OnProgress?) async throws -> File {
        let reply = try await core.api.send(call, from: form) { sent in progress?(TransferProgress(done: min(sent, bytes), total: bytes)) }
        guard let file = try? Wire.decode(File.self, from: reply.body) else { throw CareError.unreadable(call.path) }
        return file
    }

    /// What is known of a file, as long as one may read a message that holds it.
    public func file(_ id: AttachmentID) async throws -> File { try await caring { try await core.api.fetch(File.self, .get("\(Self.attachments)/\(id)")) } }

    /// Brings a file from the server, or a picture in a smaller size; what breaks off goes on where it was. One that waits on this device to be sent is there at once, as
    /// large as it was given.
    public func download(_ id: AttachmentID, size: Records.PictureSize? = nil, progress: OnProgress? = nil) async throws -> Data {
        try await caring {
            if let kept = try await waiting(id) { return kept }
            return try await Download(api: core.api).bytes(calls(for: id, size), progress: progress)
        }
    }

    /// The same to a place on the disk, in place of what is there, never in memory whole and not sealed. What breaks off goes on where it was, in another run of
    /// the app too; until then it lies beside its place, as `….part`.
    public func download(_ id: AttachmentID, to file: URL, size: Records.PictureSize? = nil, progress: OnProgress? = nil) async throws {
        try await caring {
            if let kept = try await waiting(id) { return try StorageFault.naming { try kept.write(to: file) } }
            try await Download(api: core.api).file(file, calls(for: id, size), progress: progress)
        }
    }

    private func waiting(_ id: AttachmentID) async throws -> Data? {
        for kind in [Self.kind, OutboxItem.kind(ofLane: Self.beginning)] {
            if let kept = try await core.outbox.item(id.uuid, ofKind: kind) { return FormFile.bytes(of: kept.call) }
        }
        return nil
    }

    /// Its address holds for some minutes.
    private func calls(for id: AttachmentID, _ size: Records.PictureSize?) -> @Sendable (_ isRenewed: Bool) async throws -> Call {
        let core = core
        return { _ in
            let file = try await core.api.fetch(File.self, .get("\(Self.attachments)/\(id)"))
            guard let parts = URLComponents(string: file.download.url) else { throw CareError.unreadable(Self.attachments) }
            var call = Call.get(parts.percentEncodedPath)
            for item in parts.queryItems ?? [] { call.query[item.name] = item.value }
            if let size { call.query["size"] = String(size.rawValue) }
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
        body = Data(Self.head(name, boundary).utf8) + bytes + Data(Self.tail(boundary).utf8)
        contentType = Self.type + boundary
    }

    fileprivate static let type = "multipart/form-data; boundary="

    fileprivate static func head(_ name: String, _ boundary: String) -> String {
        // What would end the name there, or the line.
        let plain = name.map { "\"\\\r\n".contains($0) ? "_" : String($0) }.joined()
        return "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(plain)\"\r\nContent-Type: application/octet-stream\r\n\r\n"
    }

    fileprivate static func tail(_ boundary: some StringProtocol) -> String { "\r\n--\(boundary)--\r\n" }

    /// The file that a call holds.
    static func bytes(of call: Call) -> Data? {
        guard let body = call.body, call.contentType.hasPrefix(type), let head = body.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let end = body.count - tail(call.contentType.dropFirst(type.count)).utf8.count
        guard end >= head.upperBound - body.startIndex else { return nil }
        return Data(body[head.upperBound..<(body.startIndex + end)])
    }
}

/// The same on the disk, of a file that is too large for memory: what a transport takes, in the background too.
struct FormOnDisk: Sendable {
    let file: URL
    let contentType: String

    /// In `folder`, under the key's name: whoever tries again in another run puts it in the place of what that one left.
    init(_ source: FileSource, named name: String, in folder: URL, _ key: UUID) throws {
        let (boundary, file) = ("careline-\(key.uuidString)", folder.appendingPathComponent("\(key.uuidString).form"))
        (self.file, contentType) = (file, FormFile.type + boundary)
        do {
            try StorageFault.naming {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                try Data(FormFile.head(name, boundary).utf8).write(to: file)
                let handle = try FileHandle(forWritingTo: file)
                defer { try? handle.close() }
                try handle.seekToEnd()
                for offset in stride(from: 0, to: source.count, by: FileSource.part) { try handle.write(contentsOf: source.bytes(from: offset, most: FileSource.part)) }
                try handle.write(contentsOf: Data(FormFile.tail(boundary).utf8))
            }
        } catch {
            remove()
            throw error
        }
    }

    func remove() { try? FileManager.default.removeItem(at: file) }

    /// Those of whoever has gone: they are as the transport takes them, and not sealed.
    static func removeAll(in folder: URL) { try? FileManager.default.removeItem(at: folder) }

    /// What runs have left that were ended in the midst, and that nobody has tried again for a day.
    static func sweep(_ folder: URL) {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.contentModificationDateKey])) ?? []
        for file in files {
            guard let made = (try? file.resourceValues(forKeys: [.contentModificationDateKey]))?.contentModificationDate, made < Date() - 86_400 else { continue }
            try? FileManager.default.removeItem(at: file)
        }
    }
}
