import CareModels
import HTTP
import Outbox

/// `POST /ers`: a scheduler enters an emergency room.
struct CreateER: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let details = try ERRule.create(request.decode(ERDraft.self))
        let enter = EnterER(change: Change(request, dependencies))
        return try await dependencies.pool.idempotent(request) { tx in
            let entered = try await enter(details, tx)
            let view = ERView(entered, directions: dependencies.settings.directions)
            return .json(view, status: .created, version: entered.version, headers: ["location": "/ers/\(entered.id)"])
        }
    }
}
