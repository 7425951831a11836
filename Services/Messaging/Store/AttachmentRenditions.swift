import CareModels
import Postgres

extension PostgresRunner {
    func rendition(_ pixels: Int, of id: AttachmentID, _ cipher: FileCipher) async throws -> [UInt8]? {
        let row = try await first("SELECT data FROM attachment_renditions WHERE attachment_id = \(id) AND pixels = \(pixels)")
        guard let sealed: [UInt8] = try row?["data"] else { return nil }
        return try cipher.openRendition(sealed, pixels)
    }
}

extension Transaction {
    /// Whoever was first is as good. Throws a violation of the foreign key when the file is gone.
    func insertRendition(_ sealed: [UInt8], _ pixels: Int, of id: AttachmentID) async throws {
        try await execute(
            """
            INSERT INTO attachment_renditions (attachment_id, pixels, data) VALUES (\(id), \(pixels)::int, \(sealed)) ON CONFLICT DO NOTHING
            """)
    }
}
