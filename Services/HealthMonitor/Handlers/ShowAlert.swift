import CareModels
import HTTP

/// `GET /health/alerts/:id`; for anyone but its patient there is no such alert.
struct ShowAlert: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let id: AlertID = try request.id("id")
        let record = try await dependencies.pool.withConnection { connection -> AlertRecord? in
            guard let monitor = try await connection.monitor(of: person, dependencies.keys) else { return nil }
            return try await connection.alert(id, of: monitor)
        }
        guard let record else { throw Refusal.noSuchAlert }
        let view = AlertView(record, in: request.language)
        return try .json(view).written(in: request.language, version: view.version)
    }
}
