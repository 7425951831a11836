import CareModels
import Crypto
import FHIR
import Foundation
import HTTP
import Sealing

/// `PATCH /records/uploads/:id`: the next bytes of a file. Each whole chunk of them stays, however the request ends; with a checksum all of them or none.
/// With the last byte the file becomes a Binary, in the same commit.
struct AppendToUpload: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try request.checkTus()
        guard request.mediaType == Tus.mediaType else { throw Problem.unsupportedMediaType("Send \(Tus.mediaType).", accepted: Tus.mediaType) }
        let uploader = try await request.uploader(dependencies)
        let offset = try request.bytes("Upload-Offset")
        let checksum = try Self.checksum(request)
        var (upload, key) = try await dependencies.upload(try request.id("id"), of: uploader)
        guard offset == upload.received else { throw Refusal.uploadMoved(offset: upload.received) }
        if !upload.isDone {
            let turn = dependencies.newID()
            let isOurs = try await dependencies.pool.transaction { [upload] tx in try await AdvanceUpload().begin(turn, at: upload, tx) }
            guard isOurs else { throw Refusal.uploadMoved(offset: nil) }
            upload.turn = turn
            var part = try await UploadPart(dependencies, upload, key, checksum, uploader.reach)
            try await part.take(all: request.bodyStream)
            upload = try await part.end(request)
        }
        return Response(.noContent, headers: dependencies.headers(upload))
    }

    private static func checksum(_ request: Request) throws -> Tus.Checksum? {
        guard let text = request.headers.first(name: "Upload-Checksum") else { return nil }
        do throws(Tus.Refusal) {
            return try Tus.Checksum(text)
        } catch {
            throw Problem.invalid(Fault("Upload-Checksum", "must be sha1 or sha256, and the checksum in base64"))
        }
    }
}

/// What one request adds to an upload.
private struct UploadPart {
    private let dependencies: Dependencies
    private let key: PersonKey
    private let checksum: Tus.Checksum?
    /// Of what the caller may store.
    private let reach: RecordReach
    private var upload: UploadRecord
    /// The chunk that is being filled, and its number.
    private var pending: [UInt8] = []
    private var index: Int
    /// So much is here, stored or not.
    private var position: Int
    private var sha1 = Insecure.SHA1()
    private var sha256 = SHA256()

    init(_ dependencies: Dependencies, _ upload: UploadRecord, _ key: PersonKey, _ checksum: Tus.Checksum?, _ reach: RecordReach) async throws {
        (self.dependencies, self.upload, self.key, self.checksum, self.reach) = (dependencies, upload, key, checksum, reach)
        position = upload.received
        index = position / ContentChunks.size
        let begun = position % ContentChunks.size
        if begun > 0 { pending = Array(try await chunk(index).prefix(begun)) }
    }

    mutating func take(all stream: RequestBodyStream) async throws {
        do {
            while let piece = try await stream.next() { try await take(piece) }
        } catch let error as RequestBodyStream.BrokenOff {
            // Also of a chunk that is not whole.
            if checksum == nil, position < upload.length { try? await keepPending() }
            throw error
        }
    }

    private mutating func take(_ piece: [UInt8]) async throws {
        guard piece.count <= upload.length - position else {
            throw Problem.invalid(Fault("Upload-Length", "is less than what comes: the file has \(upload.length) bytes"))
        }
        switch checksum?.algorithm {
        case .sha1: sha1.update(data: piece)
        case .sha256: sha256.update(data: piece)
        case nil: break
        }
        pending += piece
        position += piece.count
        // The last chunk waits in memory for the file's end.
        while pending.count >= ContentChunks.size, (index + 1) * ContentChunks.size < upload.length {
            let chunk = Array(pending.prefix(ContentChunks.size))
            pending.removeFirst(ContentChunks.size)
            try await store(chunk, isLastOfRequest: false)
            index += 1
        }
    }

    /// What came last is stored, or the file made of all of it. The upload as it is then.
    mutating func end(_ request: Request) async throws -> UploadRecord {
        if let checksum {
            let found = checksum.algorithm == .sha1 ? Array(sha1.finalize()) : Array(sha256.finalize())
            guard found == checksum.value else { throw Problem(.checksumMismatch) }
        }
        if position == upload.length { try await finish() } else { try await keepPending() }
        return upload
    }

    /// Waits for the disk, and so for all that was stored before.
    private mutating func keepPending() async throws {
        if !pending.isEmpty { return try await store(pending, isLastOfRequest: true) }
        let (upload, to) = (upload, position)
        let isThere = try await dependencies.pool.transaction { tx in try await AdvanceUpload()(upload, to: to, tx) }
        guard isThere else { throw Refusal.uploadMoved(offset: nil) }
        self.upload.received = to
    }

    /// What is yet to be proved is stored, too, and does not count: it is stored again.
    private mutating func store(_ chunk: [UInt8], isLastOfRequest: Bool) async throws {
        let (upload, index) = (upload, index)
        let to = checksum == nil || isLastOfRequest ? index * ContentChunks.size + chunk.count : upload.received
        let sealed = try key.seal(chunk, at: ContentChunks.place(upload.id, index))
        let isThere = try await dependencies.pool.transaction { tx in
            try await AdvanceUpload()(upload, by: sealed, index, to: to, waits: isLastOfRequest, tx)
        }
        guard isThere else { throw Refusal.uploadMoved(offset: nil) }
        self.upload.received = to
    }

    private func chunk(_ index: Int) async throws -> [UInt8] {
        try await dependencies.pool.withConnection { try await $0.uploadChunk(index, of: upload, key) }
    }

    /// The file goes the way of one that comes by itself. Whose files cannot be finished, for whatever reason, does not have us read them again and again, nor many times
    /// at once.
    private mutating func finish() async throws {
        let head = upload.head
        // Before all of it is read.
        let draft = try head.draft()
        try reach.check(draft)
        let owner = "\(upload.owner)"
        try dependencies.finishes.check(owner)
        var file = try await IncomingFile(
            dependencies, of: upload.owner, contentType: head.contentType, keepsMetadata: head.keepsMetadata, isCharged: false)
        do {
            for index in 0..<index { try await file.take(try await chunk(index)) }
            try await file.take(pending)
            try await becomeBinary(draft, try await file.finish())
        } catch {
            await file.discard()
            // It will never be anything else, and is not read again.
            if error is ContentMismatch {
                try await giveUp()
                dependencies.finishes.giveBack(owner)
            }
            throw error
        }
        dependencies.finishes.giveBack(owner)
        (upload.received, upload.isDone) = (upload.length, true)
    }

    private func becomeBinary(_ draft: ResourceDraft, _ file: ReceivedContent) async throws {
        let release = upload.head.release
        let content = RecordContent(body: .resource(draft, references: [:]), file: file)
        let (finish, upload) = (FinishUpload(writing: dependencies.writing), upload)
        _ = try await dependencies.inTurn(of: upload.owner) {
            try await dependencies.pool.transaction { tx in
                try await finish(upload, content, in: .resources(BinaryForm.type, release, upload.owner), tx)
            }
        }
    }

    private func giveUp() async throws {
        let (cancel, id, owner) = (CancelUpload(writing: dependencies.writing), upload.id, upload.owner)
        _ = try await dependencies.inTurn(of: owner) { try await dependencies.pool.transaction { tx in try await cancel(id, of: owner, tx) } }
    }
}
