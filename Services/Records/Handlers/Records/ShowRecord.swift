import CareModels
import HTTP

/// `GET /records/:id`: what is known of a record besides its contents, by the id that events have.
struct ShowRecord: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let owner = try request.owner()
        let id: RecordID = try request.id("id")
        let found = try await dependencies.read(of: owner, nothing: nil) { key, connection -> RecordView? in
            guard let stored = try await connection.record(id, of: owner) else { return nil }
            return RecordView(stored, try RecordHead(opening: stored.head, of: stored.id, key))
        }
        guard let found else { throw Problem.notFound("record") }
        return try .json(found, version: found.version)
    }
}
