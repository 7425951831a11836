import Postgres
import Sealing

/// Any bytes of something large that is stored, and no resource's yet. One chunk is in memory.
struct StoredBytes {
    private let pool: PostgresPool
    private let key: PersonKey
    private let content: StoredContent
    private var last: (index: Int, bytes: [UInt8])?

    init(_ pool: PostgresPool, _ key: PersonKey, _ content: StoredContent) { (self.pool, self.key, self.content) = (pool, key, content) }

    mutating func bytes(_ range: Range<Int>) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        var place = range.lowerBound
        while place < range.upperBound {
            let index = place / ContentChunks.size
            let chunk = try await chunk(index)
            let start = index * ContentChunks.size
            let end = min(range.upperBound, start + chunk.count)
            bytes += chunk[place - start..<end - start]
            place = end
        }
        return bytes
    }

    mutating func chunk(_ index: Int) async throws -> [UInt8] {
        if let last, last.index == index { return last.bytes }
        let (content, key) = (content, key)
        let bytes = try await pool.withConnection { try await $0.chunk(index, of: content, key) }
        last = (index, bytes)
        return bytes
    }
}
