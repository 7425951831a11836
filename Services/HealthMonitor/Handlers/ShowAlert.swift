import CareModels
import HTTP

/// `GET /health/alerts/:id`; for anyone but its patient there is no such alert.
struct ShowAlert: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let id: AlertID = try request.id("id")
        let reads = dependencies.pool.quickReads
        let monitor = try await reads.monitor(of: person, dependencies.keys)
        guard let monitor, let record = try await reads.alert(id, of: monitor) else { throw Refusal.noSuchAlert }
        let view = AlertView(record, in: request.language)
        return try .json(view).written(in: request.language, version: view.version)
    }
}
