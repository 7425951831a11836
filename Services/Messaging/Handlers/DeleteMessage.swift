import CareModels
import HTTP

/// `DELETE /messages/:id`, by its author: leaves a tombstone. Again: nothing more happens.
struct DeleteMessage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: MessageID = try request.id("id")
        try await dependencies.pool.transaction { tx in
            dependencies.tell(try await TakeBack(now: dependencies.moment)(id, by: user, tx), after: tx)
        }
        return .noContent
    }
}
