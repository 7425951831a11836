import Crypto
import Foundation
import HTTP
import Postgres
import Sealing

/// Reads something large a chunk at a time, the next one while the one before is on its way to the client. No connection to the database waits for that.
struct ContentReader: Sendable {
    let pool: PostgresPool
    let key: PersonKey
    let content: StoredContent
    /// How often the person's consents had been changed when somebody was let in by one; nil for whom nothing has to be given.
    var changes = AccessTrail.current?.changes

    /// A part of the bytes.
    func stream(_ part: Range<Int>) -> ResponseStream {
        ResponseStream(length: part.count) { write in try await forEachChunk(part) { try await write($0) } }
    }

    /// Of the whole, the last chunk is given only when all of them are what was stored.
    func forEachChunk(_ part: Range<Int>, _ take: ([UInt8]) async throws -> Void) async throws {
        guard !part.isEmpty else { return }
        var hash = part.count == content.size ? SHA256() : nil
        let indexes = part.lowerBound / ContentChunks.size...(part.upperBound - 1) / ContentChunks.size
        var next = read(indexes.lowerBound)
        defer { next.cancel() }
        for index in indexes {
            let chunk = try await next.value
            if index < indexes.upperBound { next = read(index + 1) }
            hash?.update(data: chunk)
            if index == indexes.upperBound, let hash, Array(hash.finalize()) != content.digest { throw CannotOpen() }
            let start = index * ContentChunks.size
            let wanted = max(part.lowerBound - start, 0)..<min(part.upperBound - start, chunk.count)
            try await take(wanted == chunk.indices ? chunk : Array(chunk[wanted]))
        }
    }

    /// What the person takes back meanwhile goes out no more: the answer breaks off.
    func checkConsents(_ connection: PostgresConnection) async throws {
        if let changes, try await connection.consentChanges(of: key.person) != changes { throw ConsentsChanged() }
    }

    private func read(_ index: Int) -> Task<[UInt8], any Error> {
        Task {
            try await pool.withConnection { connection in
                try await checkConsents(connection)
                return try await connection.chunk(index, of: content, key)
            }
        }
    }
}

/// A version of a resource for a single answer: its body, or what makes it where it is too long to be held.
struct ReadableResource: Sendable {
    /// Characters of base64 that are put back in memory.
    private static let mostInMemory = 1 << 20

    var version: RecordVersion
    var stream: ResponseStream?

    /// As `PostgresRunner.storedCurrent` found it. `links`: the client wants addresses in the place of attachments. `isWhole`: in memory, however long
    /// it is, since it is read once more.
    init(
        _ stored: RecordVersion, _ pool: PostgresPool, _ key: PersonKey, _ connection: PostgresConnection, links: ((_ path: String) -> String)? = nil,
        isWhole: Bool = false
    ) async throws {
        if let links, let body = stored.body, let linked = try AttachmentLinks.body(body, stored.cuts, address: links) {
            version = stored
            version.body = linked
            return
        }
        guard let body = stored.body, stored.cuts.length > Self.mostInMemory, !isWhole else {
            version = try await connection.whole(stored, key)
            return
        }
        var parts: [(before: ArraySlice<UInt8>, content: ContentReader)] = []
        var position = 0
        for cut in stored.cuts {
            guard let content = try await connection.content(cut, of: key.person, key) else { throw CannotOpen() }
            parts.append((body[position..<cut.at], ContentReader(pool: pool, key: key, content: content)))
            position = cut.at
        }
        version = stored
        let (made, rest) = (parts, body[position...])
        stream = ResponseStream(length: body.count + stored.cuts.length) { write in
            for part in made {
                try await write(Array(part.before))
                try await part.content.forEachChunk(0..<part.content.content.size) { try await write([UInt8](Data($0).base64EncodedData())) }
            }
            try await write(Array(rest))
        }
    }
}
