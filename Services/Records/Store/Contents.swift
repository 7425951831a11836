import CareModels
import Foundation
import Postgres
import Sealing

extension PersonKey {
    /// The blind index that stands for what has this SHA-256.
    func address(ofContent digest: [UInt8]) -> [UInt8] { blindIndex(Data(digest).base64EncodedString(), of: "contents address") }
}

extension RecordWriter {
    /// Stores what versions hold, in their transaction; what the person has already is only named. The charge took in all of it by then: what costs nothing
    /// is given back.
    func store(_ contents: [NewContent], _ tx: Transaction) async throws {
        for content in contents {
            let address = key.address(ofContent: content.digest)
            let isThere = try await tx.hasContent(of: owner, address)
            switch content {
            case .bytes where isThere: try charge.add(-content.cost)
            case .bytes(let bytes, _): try await store(bytes, at: address, tx)
            case .received(let file) where isThere:
                try charge.add(-content.cost)
                try charge.add(-(try await tx.discardContent(file.id, of: owner)))
            case .received(let file):
                try await tx.finishContent(file.id, of: owner, address: address, charged: NewContent.cost(ofSize: file.size))
            }
        }
    }

    private func store(_ bytes: [UInt8], at address: [UInt8], _ tx: Transaction) async throws {
        let id = ContentID(newID())
        try await tx.insertContent(id, of: owner, at: now)
        let count = ContentChunks.count(ofSize: bytes.count)
        for index in 0..<count {
            let chunk = bytes[index * ContentChunks.size..<min(bytes.count, (index + 1) * ContentChunks.size)]
            let sealed = try key.seal(Array(chunk), at: ContentChunks.place(id, index, isLast: index == count - 1))
            try await tx.insertChunk(index, of: id, owner, sealed, size: chunk.count, charged: 0)
        }
        try await tx.finishContent(id, of: owner, address: address, charged: NewContent.cost(ofSize: bytes.count))
    }
}

extension Transaction {
    /// The commit does not wait for the disk: what is lost with the machine is lost whole, and is missed by whoever builds on it.
    func commitWithoutWaiting() async throws { try await executeLater("SET LOCAL synchronous_commit = off") }

    func insertContent(_ id: ContentID, of owner: UserID, at instant: Date) async throws {
        try await executeLater("INSERT INTO contents (content_id, owner_id, created_at) VALUES (\(id), \(owner), \(instant))")
    }

    /// Throws `PersonErased` when the content is gone, with its owner.
    func insertChunk(_ index: Int, of id: ContentID, _ owner: UserID, _ sealed: [UInt8], size: Int, charged: Int) async throws {
        let changed = try await execute(
            """
            WITH chunk AS (
                INSERT INTO content_chunks (content_id, index, data)
                SELECT content_id, \(index)::int, \(sealed)::bytea FROM contents WHERE content_id = \(id) AND owner_id = \(owner) RETURNING content_id
            )
            UPDATE contents c SET size = c.size + \(size)::bigint, charged = c.charged + \(charged)::bigint FROM chunk WHERE c.content_id = chunk.content_id
            """)
        if changed == 0 { throw PersonErased() }
    }

    /// Throws when the content is gone, or some resource's by now.
    func replaceChunk(_ index: Int, of id: ContentID, _ owner: UserID, _ sealed: [UInt8]) async throws {
        let changed = try await execute(
            """
            UPDATE content_chunks SET data = \(sealed)
            WHERE content_id = \(id) AND index = \(index) AND EXISTS (SELECT FROM contents WHERE content_id = \(id) AND owner_id = \(owner) AND NOT is_used)
            """)
        if changed == 0 { throw ContentGone() }
    }

    /// Whether the person has this already. Under the person's lock, so that nobody stores it meanwhile.
    func hasContent(of owner: UserID, _ address: [UInt8]) async throws -> Bool {
        try await first("SELECT 1 FROM contents WHERE owner_id = \(owner) AND address = \(address)") != nil
    }

    /// All of it is here, and a resource holds it.
    func finishContent(_ id: ContentID, of owner: UserID, address: [UInt8], charged: Int) async throws {
        let changed = try await execute(
            "UPDATE contents SET address = \(address), is_used = true, charged = \(charged) WHERE content_id = \(id) AND owner_id = \(owner)")
        if changed == 0 { throw ContentGone() }
    }

    /// With its chunks; the bytes that were charged for it.
    func discardContent(_ id: ContentID, of owner: UserID) async throws -> Int {
        try await first("DELETE FROM contents WHERE content_id = \(id) AND owner_id = \(owner) AND NOT is_used RETURNING charged")?["charged"] ?? 0
    }

    /// What came and no resource took; true when there may be more.
    func forgetUnusedContents(before cutoff: Date, limit: Int) async throws -> Bool {
        let row = try await first(
            RecordStorage.givingBack(
                """
                DELETE FROM contents WHERE content_id = ANY (ARRAY(
                    SELECT content_id FROM contents WHERE NOT is_used AND created_at < \(cutoff) ORDER BY created_at LIMIT \(limit)
                    FOR UPDATE SKIP LOCKED
                )) AND NOT is_used
                """))
        let removed: Int = try row?[0] ?? 0
        return removed == limit
    }
}

/// A file that came was given up before a resource took it: the client may send it again.
struct ContentGone: Error {}

extension PostgresRunner {
    /// Where a person's content lies; nil when there is none at this address.
    func content(_ cut: Cut, of owner: UserID, _ key: PersonKey) async throws -> StoredContent? {
        let row = try await first("SELECT content_id, size FROM contents WHERE owner_id = \(owner) AND address = \(key.address(ofContent: cut.digest))")
        guard let row else { return nil }
        let content = StoredContent(id: try row["content_id"], size: try row["size"], digest: cut.digest)
        guard content.size == cut.size else { throw CannotOpen() }
        return content
    }

    func chunk(_ index: Int, of content: StoredContent, _ key: PersonKey) async throws -> [UInt8] {
        let row = try await first("SELECT data FROM content_chunks WHERE content_id = \(content.id) AND index = \(index)")
        guard let sealed: [UInt8] = try row?["data"] else { throw CannotOpen() }
        let isLast = index == ContentChunks.count(ofSize: content.size) - 1
        let chunk = try key.open(sealed, at: ContentChunks.place(content.id, index, isLast: isLast))
        guard chunk.count == min(ContentChunks.size, content.size - index * ContentChunks.size) else { throw CannotOpen() }
        return chunk
    }

    func rendition(_ pixels: Int, of content: StoredContent, _ key: PersonKey) async throws -> [UInt8]? {
        let row = try await first("SELECT data FROM content_renditions WHERE content_id = \(content.id) AND pixels = \(pixels)")
        guard let sealed: [UInt8] = try row?["data"] else { return nil }
        return try key.open(sealed, at: StoredContent.renditionPlace(content.id, pixels))
    }
}

extension Transaction {
    /// Kept unless the content went meanwhile; whoever was first is as good.
    func keepRendition(_ data: [UInt8], _ pixels: Int, of content: StoredContent, _ key: PersonKey) async throws {
        let sealed = try key.seal(data, at: StoredContent.renditionPlace(content.id, pixels))
        try await execute(
            """
            INSERT INTO content_renditions (content_id, pixels, data)
            SELECT content_id, \(pixels)::int, \(sealed)::bytea FROM contents WHERE content_id = \(content.id) ON CONFLICT DO NOTHING
            """)
    }
}

/// Something large of a person's, as it lies in the database.
struct StoredContent: Sendable {
    var id: ContentID
    var size: Int
    /// SHA-256.
    var digest: [UInt8]

    static func renditionPlace(_ id: ContentID, _ pixels: Int) -> String { "content_renditions \(id) \(pixels)" }
}
