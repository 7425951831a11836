import CareModels
import CareService
import Foundation
import HTTP
import Postgres
import Sealing

/// `POST /attachments`: multipart/form-data with one part, `file`. Its bytes are sealed and stored a chunk at a time while they
/// come, so that a large file takes no more memory than a small one, and no connection to the database waits for a slow client.
struct UploadAttachment: Sendable {
    let dependencies: Dependencies

    static let chunkSize = 256 << 10
    /// Of one person, that no message has taken, broken-off uploads included; a few more where several begin at the same time.
    static let mostUnused = 50

    func handle(_ request: Request) async throws -> Response {
        let owner = try request.identity.user()
        var parts = try MultipartReader(request, most: 1)
        guard let part = try await parts.nextPart() else { throw Problem.invalid([.init("file", "is required: one part with the file's bytes")]) }
        guard part.name == "file" else { throw Problem.invalid([.init(String(part.name.prefix(64)), "is not a part of this form; known is file")]) }
        var validation = Validation()
        let name = validation.text(part.fileName.map(Self.lastComponent), "file", most: 255)
        try validation.done()

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
        let id = AttachmentID(dependencies.newID())
        let contentKey = FileCipher.newKey()
        let now = dependencies.now()
        let record = try await dependencies.pool.transaction { tx in
            let key = try await dependencies.keys.forWriting(owner, tx)
            guard try await tx.unusedAttachments(of: owner) < Self.mostUnused else { throw Problem.tooManyUnusedFiles }
            // Each chunk is held against the quota; this spares a full account the sending of its first.
            let (used, most) = (try await tx.attachmentStorage(of: owner), quota(of: owner))
            guard used < most else { throw QuotaExceeded(AttachmentStorage.what, limit: most, used: used) }
            let sealed = Sealed(bytes: try key.seal(contentKey, at: AttachmentRecord.keyPlace(id)), of: owner)
            let record = AttachmentRecord(
                id: id, ownerId: owner, contentKey: sealed, isReady: false, size: 0, chunkSize: Self.chunkSize, createdAt: now)
            try await tx.insert(record)
            return record
        }
        return Upload(record: record, cipher: FileCipher(key: contentKey, of: id))
    }

    private func take(_ piece: [UInt8], _ upload: inout Upload) async throws {
        upload.record.size += piece.count
        let limit = dependencies.settings.attachmentLimit
        guard upload.record.size <= limit else {
            throw Problem(
                .payloadTooLarge, "too-large", title: "The file is too large", detail: "A file may have \(limit) bytes.", extensions: ["limit": String(limit)])
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
            throw Problem(
                .unsupportedMediaType, "unsupported-file", title: "This kind of file is not taken", detail: "Taken are \(FileType.taken).")
        }
        upload.record.kind = type.kind
        upload.record.mediaType = type.mediaType
        upload.inspector = MediaInspector(type)
    }

    private func store(_ chunk: [UInt8], _ upload: inout Upload) async throws {
        upload.inspector?.take(chunk)
        let sealed = try upload.cipher.seal(chunk, chunk: upload.chunks)
        let (index, id, owner) = (upload.chunks, upload.record.id, upload.record.ownerId)
        let most = quota(of: owner)
        do {
            try await dependencies.pool.withConnection { try await $0.insertChunk(index, of: id, sealed, quota: most) }
        } catch let error as PostgresError where error.isForeignKeyViolation {
            throw PersonErased()
        } catch let error as PostgresError where error.constraint == AttachmentStorage.constraint {
            let used = try await dependencies.pool.withConnection { try await $0.attachmentStorage(of: owner) }
            throw QuotaExceeded(AttachmentStorage.what, limit: most, used: used)
        }
        upload.chunks += 1
    }

    private func quota(of owner: UserID) -> Int { dependencies.settings.storage.limit(of: owner, now: dependencies.now()) }

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
        let isThere = try await dependencies.pool.transaction { tx in try await tx.finish(record) }
        guard isThere else { throw PersonErased() }
        let view = AttachmentView(record, fileName: name, download: DownloadAddress(dependencies: dependencies).make(record.id))
        return try .json(view, status: .created, headers: ["Location": "/attachments/\(record.id)"])
    }

    /// Also when the request was broken off; what remains for lack of a database, the sweep removes.
    private func discard(_ id: AttachmentID) async {
        let pool = dependencies.pool
        await Task { try? await pool.withConnection { try await $0.deleteAttachment(id) } }.value
    }

    /// Some clients send a path.
    private static func lastComponent(_ name: String) -> String {
        name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? name
    }
}
