import CareModels
import HTTP

/// `POST /attachments`: multipart/form-data with one part, `file`. Its bytes are sealed and stored a chunk at a time while they
/// come, so that a large file takes no more memory than a small one, and no connection to the database waits for a slow client.
struct UploadAttachment: Sendable {
    let dependencies: Dependencies

    static let chunkSize = 256 << 10

    func handle(_ request: Request) async throws -> Response {
        let owner = try request.identity.user()
        var parts = try MultipartReader(request, most: 1)
        guard let part = try await parts.nextPart() else { throw Problem.invalid([.init("file", "is required: one part with the file's bytes")]) }
        guard part.name == "file" else { throw Problem.invalid([.init(String(part.name.prefix(64)), "is not a part of this form; known is file")]) }
        var checks = Checks()
        let name = checks.text(part.fileName.map(Self.lastComponent), "file", most: 255)
        try checks.done()

        var upload = try await begin(owner)
        do {
            while let piece = try await parts.nextPiece() { try await take(piece, &upload) }
            if try await parts.nextPart() != nil { throw Problem.invalid([.init("file", "is the only part of this form")]) }
            return try await finish(&upload, name: name)
        } catch {
            await discard(upload.record.id)
            throw error
        }
    }

    private struct Upload {
        var record: AttachmentRecord
        var cipher: FileCipher
        var pending: [UInt8] = []
        var chunks = 0
        var inspector: MediaInspector?
    }

    private func begin(_ owner: UserID) async throws -> Upload {
        let contentKey = FileCipher.newKey()
        let begin = BeginUpload(keys: dependencies.keys, quota: dependencies.settings.storage, now: dependencies.now, newID: dependencies.newID)
        let record = try await dependencies.pool.transaction { tx in
            try await begin(of: owner, contentKey: contentKey, chunkSize: Self.chunkSize, tx)
        }
        return Upload(record: record, cipher: FileCipher(key: contentKey, of: record.id))
    }

    private func take(_ piece: [UInt8], _ upload: inout Upload) async throws {
        upload.record.size += piece.count
        let limit = dependencies.settings.attachmentLimit
        guard upload.record.size <= limit else {
            throw Problem.tooLarge(limit: limit, "A file may have \(limit) bytes.")
        }
        upload.pending.append(contentsOf: piece)
        if upload.inspector == nil, upload.pending.count >= FileType.enough { try recognise(&upload) }
        while upload.pending.count >= Self.chunkSize {
            let chunk = Array(upload.pending.prefix(Self.chunkSize))
            upload.pending.removeFirst(Self.chunkSize)
            try await store(chunk, &upload)
        }
    }

    private func recognise(_ upload: inout Upload) throws {
        guard let type = FileType(firstBytes: Array(upload.pending.prefix(FileType.enough))) else {
            throw Problem(.unsupportedFile, detail: "Taken are \(FileType.taken).")
        }
        upload.record.kind = type.kind
        upload.record.mediaType = type.mediaType
        upload.inspector = MediaInspector(type)
    }

    private func store(_ chunk: [UInt8], _ upload: inout Upload) async throws {
        upload.inspector?.take(chunk)
        let sealed = try upload.cipher.seal(chunk, chunk: upload.chunks)
        let (index, file) = (upload.chunks, upload.record)
        let store = StoreChunk(quota: dependencies.settings.storage, now: dependencies.now)
        do {
            try await dependencies.pool.transaction { tx in try await store(index, of: file, sealed, tx) }
        } catch let error as StoreChunk.OverQuota {
            let used = try await dependencies.pool.withConnection { try await $0.attachmentStorage(of: file.ownerId) }
            throw Refusal.storageFull(limit: error.limit, used: used)
        }
        upload.chunks += 1
    }

    private func finish(_ upload: inout Upload, name: String?) async throws -> Response {
        guard upload.record.size > 0 else { throw Problem.invalid([.init("file", "is empty")]) }
        if upload.inspector == nil { try recognise(&upload) }
        if !upload.pending.isEmpty { try await store(upload.pending, &upload) }
        upload.inspector?.finish()
        upload.record.width = upload.inspector?.width
        upload.record.height = upload.inspector?.height
        upload.record.durationMilliseconds = upload.inspector?.durationMilliseconds
        upload.record.fileName = try name.map(upload.cipher.sealName)
        let record = upload.record
        try await dependencies.pool.transaction { tx in try await FinishUpload()(record, tx) }
        let download = DownloadAddress(dependencies: dependencies).make(record.id)
        let view = AttachmentView(OpenedFile(record: record, name: name), download: download)
        return try .json(view, status: .created, headers: ["Location": "/attachments/\(record.id)"])
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
