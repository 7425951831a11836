import CareModels
import HTTP

/// `GET /users/:id/avatar`: for whoever is signed in, as the providers' directory and a conversation's people are.
struct GetAvatar: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await dependencies.requireLiveSession(request)
        guard let kept = try await dependencies.pool.withConnection({ try await $0.avatar(of: id) }) else { throw Refusal.noAvatar }
        return .picture(kept)
    }
}
