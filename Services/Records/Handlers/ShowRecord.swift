import CareModels
import HTTP

/// `GET /records/:id`: what is known of a record besides its contents, by the id that events have.
struct ShowRecord: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let owner = try await request.owner(dependencies)
        let id: RecordID = try request.id("id")
        let found = try await dependencies.pool.read(of: owner, dependencies.keys) { key, connection in
            try await connection.record(id, of: owner, key)
        }
        guard let found = found.flatMap({ $0 }) else { throw Refusal.noSuch(.record) }
        return try .json(RecordView(found), version: found.record.version)
    }
}
