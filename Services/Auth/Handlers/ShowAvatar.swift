import CareModels
import HTTP

/// `GET /users/:id/avatar/image`: by an address that was signed for it, without a token.
struct ShowAvatar: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try dependencies.avatarAddress.check(id, request.query)
        guard let kept = try await dependencies.pool.withConnection({ try await $0.avatar(of: id) }) else { throw Refusal.noAvatar }
        return .picture(kept)
    }
}
