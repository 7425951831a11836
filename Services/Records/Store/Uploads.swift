import CareModels
import FHIR
import Foundation
import Postgres
import Sealing

extension FHIRRelease: Codable {}

/// What an upload will be, sealed in its row.
struct UploadHead: Codable, Equatable, Sendable {
    var contentType: String
    /// Where it becomes a Binary.
    var release: FHIRRelease
    var keepsMetadata: Bool
    var securityContext: String?
    /// As it was sent: HEAD shows it again.
    var metadata: String?
    /// Who sends it.
    var uploader: String?
}

/// A file on its way here.
struct UploadRecord: Sendable {
    var id: UploadID
    var owner: UserID
    var length: Int
    var received: Int
    var head: UploadHead
    var isDone: Bool
    var expiresAt: Date
    /// Of the request that is adding to it: what another one that began later has taken over, this one adds nothing to.
    var turn: UUID?

    fileprivate static let columns = "upload_id, owner_id, length, received, head, is_done, expires_at"

    fileprivate init(_ row: Row, _ key: PersonKey) throws {
        id = try row["upload_id"]
        owner = try row["owner_id"]
        length = try row["length"]
        received = try row["received"]
        head = try key.open(json: try row["head"], at: Self.headPlace(id))
        isDone = try row["is_done"]
        expiresAt = try row["expires_at"]
    }

    init(id: UploadID, owner: UserID, length: Int, head: UploadHead, expiresAt: Date) {
        (self.id, self.owner, self.length, self.head, self.expiresAt) = (id, owner, length, head, expiresAt)
        received = 0
        isDone = false
    }

    fileprivate static func headPlace(_ id: UploadID) -> String { "uploads head \(id)" }

    func sealedHead(_ key: PersonKey) throws -> [UInt8] { try key.seal(json: head, at: Self.headPlace(id)) }
}

extension PostgresRunner {
    /// The owner's, unless it has expired.
    func upload(_ id: UploadID, of owner: UserID, _ key: PersonKey, now: Date) async throws -> UploadRecord? {
        let row = try await first(
            "SELECT \(unescaped: UploadRecord.columns) FROM uploads WHERE upload_id = \(id) AND owner_id = \(owner) AND expires_at > \(now)")
        return try row.map { try UploadRecord($0, key) }
    }

    /// As many bytes of the chunk as had come when the last request ended; there may be more, of one that was broken off.
    func uploadChunk(_ index: Int, of upload: UploadRecord, _ key: PersonKey) async throws -> [UInt8] {
        let row = try await first("SELECT data FROM upload_chunks WHERE upload_id = \(upload.id) AND index = \(index)")
        guard let sealed: [UInt8] = try row?["data"] else { throw CannotOpen() }
        return try key.open(sealed, at: ContentChunks.place(upload.id, index))
    }

    /// Not done and not expired.
    func openUploads(of owner: UserID, now: Date) async throws -> Int {
        try await first("SELECT count(*) FROM uploads WHERE owner_id = \(owner) AND NOT is_done AND expires_at > \(now)")?[0] ?? 0
    }
}

extension Transaction {
    func insert(_ upload: UploadRecord, head: [UInt8], charged: Int, at instant: Date) async throws {
        try await execute(
            """
            INSERT INTO uploads (upload_id, owner_id, length, charged, head, created_at, expires_at)
            VALUES (\(upload.id), \(upload.owner), \(upload.length), \(charged), \(head), \(instant), \(upload.expiresAt))
            """)
    }

    /// Whoever added to it before has lost their turn. False when it is gone, or is not at `offset` any more.
    func takeTurn(_ turn: UUID, at upload: UploadRecord) async throws -> Bool {
        try await execute(
            """
            UPDATE uploads SET turn = \(turn)
            WHERE upload_id = \(upload.id) AND owner_id = \(upload.owner) AND received = \(upload.received) AND NOT is_done
            """) == 1
    }

    /// Stores a chunk of an upload, in the place of a shorter one, and says how much is here by then, unless that is yet to be proved. False when the
    /// upload is gone, or it is another request's turn.
    func storeUploadChunk(_ index: Int, of upload: UploadRecord, _ sealed: [UInt8], received: Int) async throws -> Bool {
        guard try await advance(upload, to: received) else { return false }
        try await executeLater(
            """
            INSERT INTO upload_chunks (upload_id, index, data) VALUES (\(upload.id), \(index)::int, \(sealed))
            ON CONFLICT (upload_id, index) DO UPDATE SET data = excluded.data
            """)
        return true
    }

    /// All that was stored before counts now.
    func advance(_ upload: UploadRecord, to received: Int) async throws -> Bool {
        try await execute(
            """
            UPDATE uploads SET received = \(received)
            WHERE upload_id = \(upload.id) AND owner_id = \(upload.owner) AND received = \(upload.received) AND turn = \(upload.turn)::uuid AND NOT is_done
            """) == 1
    }

    /// It is what it was to be: its chunks go, its row stays until it expires, for who asks. The bytes that it held of the quota, nil when somebody else
    /// has finished it or it is gone.
    func finish(_ upload: UploadRecord) async throws -> Int? {
        let row = try await first(
            """
            WITH held AS (
                SELECT upload_id, charged FROM uploads
                WHERE upload_id = \(upload.id) AND owner_id = \(upload.owner) AND received = \(upload.received) AND turn = \(upload.turn)::uuid AND NOT is_done
                FOR NO KEY UPDATE
            )
            UPDATE uploads u SET received = length, is_done = true, charged = 0 FROM held WHERE u.upload_id = held.upload_id RETURNING held.charged
            """)
        guard let row else { return nil }
        try await executeLater("DELETE FROM upload_chunks WHERE upload_id = \(upload.id)")
        return try row[0]
    }

    /// With its chunks; the bytes that it held of the quota, nil when there is none.
    func deleteUpload(_ id: UploadID, of owner: UserID) async throws -> Int? {
        try await first("DELETE FROM uploads WHERE upload_id = \(id) AND owner_id = \(owner) RETURNING charged")?[0]
    }

    /// True when there may be more.
    func forgetExpiredUploads(at now: Date, limit: Int) async throws -> Bool {
        let row = try await first(
            RecordStorage.givingBack(
                """
                DELETE FROM uploads WHERE upload_id = ANY (ARRAY(
                    SELECT upload_id FROM uploads WHERE expires_at <= \(now) ORDER BY expires_at LIMIT \(limit) FOR UPDATE SKIP LOCKED
                ))
                """))
        let removed: Int = try row?[0] ?? 0
        return removed == limit
    }
}
