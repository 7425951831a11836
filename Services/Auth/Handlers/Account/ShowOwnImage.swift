import CareModels
import HTTP

/// `GET /account/picture/image`: one's own picture, for that page.
struct ShowOwnImage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await OwnAccountPages(dependencies: dependencies).at(.picture, request) { visitor in
            let id = visitor.user.id
            guard let kept = try await dependencies.pool.withConnection({ try await $0.avatar(of: id) }) else { throw Refusal.noAvatar }
            var response = Response.picture(kept)
            // Others may use the browser after them.
            response.headers.replaceOrAdd(name: "Cache-Control", value: "no-store")
            return response
        }
    }
}
