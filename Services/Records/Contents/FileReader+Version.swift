import Foundation
import JSON
import Postgres
import Sealing

extension FileReader {
    /// The file that a Binary holds.
    init(ofBinary stored: RecordVersion, _ dependencies: Dependencies, _ key: PersonKey, _ connection: PostgresConnection) async throws {
        let root = try JSONDocument(stored.body ?? [], limits: .resource).root
        let type = root["contentType"]?.string ?? "application/octet-stream"
        try await self.init(
            dependencies, stored, root["data"] ?? root["content"], contentType: type, tag: String(stored.version), key, connection)
    }

    /// Of base64 in a stored body: what was taken out at its place, or what stands there.
    init(
        _ dependencies: Dependencies, _ stored: RecordVersion, _ data: JSONValue?, contentType: String, tag: String, _ key: PersonKey,
        _ connection: PostgresConnection
    ) async throws {
        let bytes: Bytes
        if let data, let cut = stored.cuts.first(where: { $0.at == data.range.lowerBound + 1 }) {
            guard let content = try await connection.content(cut, of: key.person, key) else { throw CannotOpen() }
            bytes = .stored(ContentReader(pool: dependencies.pool, key: key, content: content))
        } else {
            let text = data?.string ?? ""
            bytes = .held([UInt8](Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()))
        }
        self.init(dependencies: dependencies, person: key.person, contentType: contentType, tag: tag, bytes: bytes)
    }
}
