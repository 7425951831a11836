import CareModels
import HTTP

/// `GET /providers/:id`: one provider's card.
struct ShowProvider: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id: UserID = try request.id("id")
        let card = try await dependencies.pool.quickReads.provider(id, for: request.identity.userID)
        guard let card else { throw Refusal.noSuchProvider }
        return try .json(ProviderView(card), version: card.version)
    }
}
