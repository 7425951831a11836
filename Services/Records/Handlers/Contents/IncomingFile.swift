import CareModels
import Crypto
import Foundation
import HTTP
import Sealing

/// A file as its bytes come: what they are is looked at, what a photo tells beside what it shows is taken out, the rest is sealed and stored a chunk at a
/// time. A chunk is stored while the next one comes; no more of the file is in memory, and no connection to the database waits for its client.
struct IncomingFile {
    private let dependencies: Dependencies
    private let key: PersonKey
    private let contentType: String
    private let keepsMetadata: Bool
    /// Each chunk is held against the quota as it comes. Otherwise the whole is held already.
    private let isCharged: Bool
    let id: ContentID

    private var head: [UInt8] = []
    private var cleaner: PhotoCleaner?
    /// A TIFF, which cannot be cleaned as it comes.
    private var isCleanedStored = false
    private var isKnown = false
    /// Not yet stored. Behind a whole chunk there has to be more: only the last is sealed as that.
    private var pending: [UInt8] = []
    private var chunks = 0
    private var size = 0
    private var hash = SHA256()
    private var storing: Task<Void, any Error>?

    /// - Parameter contentType: as the client says.
    init(_ dependencies: Dependencies, of owner: UserID, contentType: String, keepsMetadata: Bool, isCharged: Bool) async throws {
        self.dependencies = dependencies
        self.contentType = contentType
        self.keepsMetadata = keepsMetadata
        self.isCharged = isCharged
        let id = ContentID(dependencies.newID())
        let begin = BeginContent(writing: dependencies.writing)
        key = try await dependencies.inTurn(of: owner) { try await dependencies.pool.transaction { tx in try await begin(id, of: owner, isCharged: isCharged, tx) } }
        self.id = id
    }

    mutating func take(_ bytes: [UInt8]) async throws {
        if isKnown { return try await keep(bytes) }
        head += bytes
        if head.count >= DocumentType.enough { try await recognise() }
    }

    private mutating func recognise() async throws {
        let first = Array(head.prefix(DocumentType.enough))
        try ContentMismatch.check(contentType, first)
        if !keepsMetadata {
            cleaner = FileType(firstBytes: first).map(PhotoCleaner.init)
            isCleanedStored = DocumentType.known(first) == "image/tiff"
        }
        isKnown = true
        let bytes = head
        head = []
        try await keep(bytes)
    }

    private mutating func keep(_ bytes: [UInt8]) async throws {
        do {
            pending += try cleaner?.take(bytes) ?? bytes
        } catch {
            throw ContentMismatch(.damaged)
        }
        while pending.count > ContentChunks.size {
            let chunk = Array(pending.prefix(ContentChunks.size))
            pending.removeFirst(ContentChunks.size)
            try await store(chunk, isLast: false)
        }
    }

    private mutating func store(_ chunk: [UInt8], isLast: Bool) async throws {
        hash.update(data: chunk)
        size += chunk.count
        let sealed = try key.seal(chunk, at: ContentChunks.place(id, chunks, isLast: isLast))
        try await storing?.value
        let (dependencies, owner, id, index, count) = (dependencies, key.person, id, chunks, chunk.count)
        let store = StoreContentChunk(writing: dependencies.writing, isCharged: isCharged)
        storing = Task {
            try await dependencies.inTurn(of: owner) {
                try await dependencies.pool.transaction { tx in try await store(index, of: id, owner, sealed, size: count, tx) }
            }
        }
        chunks += 1
    }

    /// All of it has come: what a resource can hold.
    mutating func finish() async throws -> ReceivedContent {
        if !isKnown { try await recognise() }
        do { try cleaner?.finish() } catch { throw ContentMismatch(.damaged) }
        guard !pending.isEmpty else { throw ContentMismatch(.empty) }
        let last = pending
        pending = []
        try await store(last, isLast: true)
        try await storing?.value
        if isCleanedStored { try await cleanStored() }
        return ReceivedContent(id: id, size: size, digest: Array(hash.finalize()), isCharged: isCharged)
    }

    /// Where it lies, once all of it is there: few of its chunks are read, and those that tell more than the picture are sealed anew.
    private mutating func cleanStored() async throws {
        var stored = StoredBytes(dependencies.pool, key, StoredContent(id: id, size: size, digest: []))
        let edits: [TIFFCleaner.Edit]
        do {
            guard var tiff = try TIFFCleaner(header: try await stored.bytes(0..<min(TIFFCleaner.header, size)), size: size) else { return }
            while let wanted = tiff.wanted { try tiff.take(try await stored.bytes(wanted)) }
            edits = tiff.edits
        } catch is PhotoCleaner.Damaged {
            throw ContentMismatch(.damaged)
        }
        if edits.isEmpty { return }
        hash = SHA256()
        let (dependencies, owner, id) = (dependencies, key.person, id)
        let replace = ReplaceContentChunk(writing: dependencies.writing)
        for index in 0..<chunks {
            var chunk = try await stored.chunk(index)
            let (start, before) = (index * ContentChunks.size, chunk)
            for edit in edits { edit.write(to: &chunk, at: start) }
            hash.update(data: chunk)
            if chunk == before { continue }
            let sealed = try key.seal(chunk, at: ContentChunks.place(id, index, isLast: index == chunks - 1))
            try await dependencies.inTurn(of: owner) {
                try await dependencies.pool.transaction { tx in try await replace(index, of: id, owner, sealed, tx) }
            }
        }
    }

    /// Also when the request was broken off; what remains for lack of a database, the sweep removes.
    func discard() async {
        let (dependencies, owner, id, storing) = (dependencies, key.person, id, storing)
        let discard = DiscardContent(writing: dependencies.writing)
        await Task {
            _ = await storing?.result
            try? await dependencies.inTurn(of: owner) { try await dependencies.pool.transaction { tx in try await discard(id, of: owner, tx) } }
        }.value
    }
}
