import CareModels
import HTTP
import Outbox

/// `POST /attachments`: multipart/form-data with one part, `file`. Its bytes are sealed and stored a chunk at a time while they
/// come, so that a large file takes no more memory than a small one, and no connection to the database waits for a slow client. Of a picture what it
/// shows is stored, not where it was taken: `PhotoCleaner`.
///
/// What an `Idempotency-Key` stands for is the file as it came, its name and its bytes, by their digest: a client that tries again makes a new
/// boundary. A repetition of what is done is only compared, and neither stored nor counted.
struct UploadAttachment: Sendable {
    let dependencies: Dependencies

    static let chunkSize = 256 << 10

    func handle(_ request: Request) async throws -> Response {
        let owner = try request.identity.user()
        var parts = try MultipartReader(request, most: 1)
        guard let part = try await parts.nextPart() else { throw Problem.invalid(Fault("file", "is required: one part with the file's bytes")) }
        guard part.name == "file" else { throw Problem.invalid(Fault(part.name.shortened, "is not a part of this form; known is file")) }
        var checks = Checks()
        let name = checks.text(part.fileName.map(Self.lastComponent), "file", most: 255)
        try checks.done()

        let digest = FileDigest(name)
        if try await dependencies.pool.isRepetition(request) { return try await compare(&parts, digest, request) }
        var upload = try await begin(owner, digest)
        do {
            while let piece = try await parts.nextPiece() { try await take(piece, &upload) }
            try await end(&parts)
            return try await finish(&upload, name: name, request)
        } catch {
            await discard(upload.record.id)
            throw error
        }
    }

    private func end(_ parts: inout MultipartReader) async throws {
        if try await parts.nextPart() != nil { throw Problem.invalid(Fault("file", "is the only part of this form")) }
    }

    private func compare(_ parts: inout MultipartReader, _ begun: FileDigest, _ request: Request) async throws -> Response {
        var digest = begun
        while let piece = try await parts.nextPiece() { try digest.take(piece, limit: dependencies.settings.attachmentLimit) }
        try await end(&parts)
        // The answer was there when this began: if it is kept no longer, nothing has come in its place.
        return try await dependencies.pool.idempotent(request, content: digest.bytes) { _ in throw Problem.unavailable(retryAfter: 1) }
    }

    private struct Upload {
        var record: AttachmentRecord
        var digest: FileDigest
        var cipher: FileCipher
        /// Its first bytes, until it is known what they are.
        var head: [UInt8] = []
        var cleaner: PhotoCleaner?
        /// Cleaned, and not yet a whole chunk.
        var pending: [UInt8] = []
        var chunks = 0
        var inspector: MediaInspector?
    }

    private func begin(_ owner: UserID, _ digest: FileDigest) async throws -> Upload {
        let contentKey = FileCipher.newKey()
        let begin = BeginUpload(keys: dependencies.keys, quota: dependencies.settings.storage, now: dependencies.moment, newID: dependencies.newID)
        let record = try await dependencies.pool.transaction { tx in
            try await begin(of: owner, contentKey: contentKey, chunkSize: Self.chunkSize, tx)
        }
        return Upload(record: record, digest: digest, cipher: FileCipher(key: contentKey, of: record.id))
    }

    private func take(_ piece: [UInt8], _ upload: inout Upload) async throws {
        try upload.digest.take(piece, limit: dependencies.settings.attachmentLimit)
        guard upload.cleaner == nil else { return try await keep(piece, &upload) }
        upload.head += piece
        if upload.head.count >= FileType.enough { try await recognise(&upload) }
    }

    private func recognise(_ upload: inout Upload) async throws {
        guard let type = FileType(firstBytes: Array(upload.head.prefix(FileType.enough))) else {
            throw Problem(.unsupportedFile, detail: "Taken are \(FileType.taken).")
        }
        upload.record.kind = type.kind
        upload.record.contentType = type.contentType
        upload.inspector = MediaInspector(type)
        upload.cleaner = PhotoCleaner(type)
        let head = upload.head
        upload.head = []
        try await keep(head, &upload)
    }

    private func keep(_ bytes: [UInt8], _ upload: inout Upload) async throws {
        do {
            upload.pending += try upload.cleaner?.take(bytes) ?? []
        } catch {
            throw Self.damaged
        }
        while upload.pending.count >= Self.chunkSize {
            let chunk = Array(upload.pending.prefix(Self.chunkSize))
            upload.pending.removeFirst(Self.chunkSize)
            try await store(chunk, &upload)
        }
    }

    private static var damaged: Problem {
        Problem.invalid(Fault("file", "is damaged, or a picture of a kind whose position cannot be taken out; save it anew, such as a JPEG"))
    }

    private func store(_ chunk: [UInt8], _ upload: inout Upload) async throws {
        upload.inspector?.take(chunk)
        let sealed = try upload.cipher.seal(chunk, chunk: upload.chunks)
        let (index, file) = (upload.chunks, upload.record)
        let store = StoreChunk(quota: dependencies.settings.storage, now: dependencies.moment)
        do {
            try await dependencies.pool.transaction { tx in try await store(index, of: file, sealed, tx) }
        } catch let error as StoreChunk.OverQuota {
            let used = try await dependencies.pool.withConnection { try await $0.attachmentStorage(of: file.ownerId) }
            throw Refusal.storageFull(limit: error.limit, used: used)
        }
        upload.chunks += 1
        upload.record.size += chunk.count
    }

    private func finish(_ upload: inout Upload, name: String?, _ request: Request) async throws -> Response {
        guard !upload.digest.isEmpty else { throw Problem.invalid(Fault("file", "is empty")) }
        if upload.cleaner == nil { try await recognise(&upload) }
        do { try upload.cleaner?.finish() } catch { throw Self.damaged }
        if !upload.pending.isEmpty { try await store(upload.pending, &upload) }
        upload.inspector?.finish()
        upload.record.width = upload.inspector?.width
        upload.record.height = upload.inspector?.height
        upload.record.durationMilliseconds = upload.inspector?.durationMilliseconds
        upload.record.fileName = try name.map(upload.cipher.sealName)
        let record = upload.record
        let response = try await dependencies.pool.idempotent(request, content: upload.digest.bytes) { tx in
            try await FinishUpload()(record, tx)
            let download = DownloadAddress(dependencies: dependencies).make(record.id)
            let view = AttachmentView(OpenedFile(record: record, name: name), download: download)
            return try .json(view, status: .created, headers: ["Location": "/attachments/\(record.id)"])
        }
        // Another one of the same key was done first.
        if response.headers.contains(name: "Idempotent-Replayed") { await discard(record.id) }
        return response
    }

    /// Also when the request was broken off; what remains for lack of a database, the sweep removes.
    private func discard(_ id: AttachmentID) async {
        let pool = dependencies.pool
        await Task { try? await pool.transaction { tx in try await DiscardUpload()(id, tx) } }.value
    }

    /// Some clients send a path.
    private static func lastComponent(_ name: String) -> String {
        name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? name
    }
}
