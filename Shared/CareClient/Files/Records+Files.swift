import CareModels
import Foundation

extension Records {
    /// A file of the record's, as a DocumentReference's attachment names it.
    public struct File: Codable, Equatable, Identifiable, Sendable {
        /// Of the Binary.
        public var id: String
        /// Its media type.
        public var contentType: String
        /// In bytes, as the server keeps it.
        public var size: Int
        /// SHA-1 in base64, as FHIR's `Attachment.hash` has it. Nil where the server took something out, such as where a photo was taken.
        public var hash: String?

        /// What `Attachment.url` is set to.
        public var address: String { "Binary/\(id)" }
    }

    /// A file to be brought to the record, one of many.
    public struct NewFile: Sendable {
        /// Its media type.
        public var contentType: String
        /// Under which the upload goes on, in another run of the app too.
        public var key: UUID
        fileprivate let source: @Sendable () throws -> FileSource

        /// What is in memory.
        public init(_ bytes: Data, contentType: String, key: UUID = .v7()) {
            (self.contentType, self.key) = (contentType, key)
            source = { FileSource(bytes) }
        }

        /// What is on the disk, which nothing may change meanwhile.
        public init(file: URL, contentType: String, key: UUID = .v7()) {
            (self.contentType, self.key) = (contentType, key)
            source = { try FileSource(file) }
        }
    }

    /// Hears how far each of many has come, by its place among those that were given.
    public typealias OnProgressOfEach = @Sendable (_ index: Int, TransferProgress) -> Void

    /// Pictures alone have smaller ones, in the record and in messages.
    public enum PictureSize: Int, Sendable {
        /// At most 200 pixels wide and high, as a JPEG.
        case small = 200
        /// At most 1000 pixels wide and high, as a JPEG.
        case large = 1000
    }

    /// Brings a file to the record, 100 MiB at most. What breaks off goes on where it was; who tries again after an error, or in another run of the app, passes the
    /// same key, and goes on too.
    public func upload(_ bytes: Data, contentType: String, key: UUID = .v7(), progress: OnProgress? = nil) async throws -> File {
        try await upload(FileSource(bytes), contentType, key, progress)
    }

    /// The same of a file on the disk, which is never in memory whole. Nothing may change it meanwhile.
    public func upload(file: URL, contentType: String, key: UUID = .v7(), progress: OnProgress? = nil) async throws -> File {
        try await upload(caring { try FileSource(file) }, contentType, key, progress)
    }

    /// Each by itself, some at the same time.
    public func upload(_ files: [NewFile], progress: OnProgressOfEach? = nil) async throws -> BatchResult<NewFile, File> {
        try await each(of: files) { index, file in
            try await upload(file.source(), file.contentType, file.key) { progress?(index, $0) }
        }
    }

    private func upload(_ file: FileSource, _ contentType: String, _ key: UUID, _ progress: OnProgress?) async throws -> File {
        try await caring {
            let id = try await FileUpload(api: core.api).send(file, contentType: contentType, release: release, key: key, progress: progress)
            let head = try await core.api.send(head(id))
            let size = head.headers["content-length"].flatMap { Int($0) } ?? file.count
            return File(
                id: id, contentType: head.headers["content-type"] ?? contentType, size: size, hash: size == file.count ? try file.hash() : nil)
        }
    }

    /// Brings a file from the record. With its `hash` it is checked: `CareError.damagedFile` when it is another.
    public func download(_ id: String, size: PictureSize? = nil, hash: String? = nil, progress: OnProgress? = nil) async throws -> Data {
        let call = reading(id, size)
        return try await caring {
            let bytes = try await Download(api: core.api).bytes({ _ in call }, progress: progress)
            if let hash, size == nil, try FileSource(bytes).hash() != hash { throw CareError.damagedFile }
            return bytes
        }
    }

    /// The same to a place on the disk, in place of what is there, never in memory whole and not sealed. What breaks off goes on where it was, in another run of
    /// the app too; until then it lies beside its place, as `….part`.
    public func download(_ id: String, to file: URL, size: PictureSize? = nil, hash: String? = nil, progress: OnProgress? = nil) async throws {
        let call = reading(id, size)
        try await caring { try await Download(api: core.api).file(file, hash: size == nil ? hash : nil, { _ in call }, progress: progress) }
    }

    /// Each by itself, some at the same time. One of which `hashes` has the hash, by its id, is checked: ``CareError/damagedFile`` when it is another.
    public func download(
        _ ids: [String], size: PictureSize? = nil, hashes: [String: String] = [:], progress: OnProgressOfEach? = nil
    ) async throws -> BatchResult<String, Data> {
        try await each(of: ids) { index, id in
            try await download(id, size: size, hash: hashes[id]) { progress?(index, $0) }
        }
    }

    /// So many at once.
    private func each<Given: Sendable, Done: Sendable>(
        of all: [Given], _ work: @escaping @Sendable (Int, Given) async throws -> Done
    ) async throws -> BatchResult<Given, Done> {
        var found: [Int: Result<Done, CareError>] = [:]
        try await withThrowingTaskGroup(of: (Int, Result<Done, CareError>).self) { group in
            for (index, given) in all.enumerated() {
                if index >= 4, let (done, result) = try await group.next() { found[done] = result }
                group.addTask {
                    do { return (index, .success(try await work(index, given))) } catch { return (index, .failure(try CareError.of(error))) }
                }
            }
            for try await (done, result) in group { found[done] = result }
        }
        return BatchResult(items: all.enumerated().map { ($1, found[$0] ?? .failure(.offline)) })
    }

    private func reading(_ id: String, _ size: PictureSize?) -> Call { .get(file(id), ["size": size.map { String($0.rawValue) }]) }

    private func file(_ id: String) -> String { "/fhir/\(release.rawValue)/Binary/\(id.formEncoded)" }

    private func head(_ id: String) -> Call {
        var call = Call(method: "HEAD", path: file(id))
        call.headers["Accept"] = "*/*"
        return call
    }
}
