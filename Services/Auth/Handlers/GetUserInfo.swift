import CareModels
import Foundation
import HTTP

extension Handlers {
    private struct UserInfo: Encodable {
        var sub: UserID
        var preferred_username: String?
        var name: String?
        var picture: String?
        var zoneinfo: String?
        var updated_at: Int?
        var email: String?
        var email_verified: Bool?
    }

    /// `/userinfo` (OpenID Connect Core, 5.3): what the token's scopes give.
    func getUserInfo(_ request: Request) async throws -> Response {
        let identity = request.identity
        let id = try identity.user()
        try await requireLiveSession(request)
        guard let user = try await dependencies.pool.withConnection({ try await $0.user(id) }) else {
            throw Problem.unauthorized("This account is gone.")
        }
        var info = UserInfo(sub: id)
        if identity.scopes.contains("profile") {
            info.preferred_username = user.username
            info.name = user.fullName
            info.picture = user.avatarURL
            info.zoneinfo = user.timeZone
            info.updated_at = Int(user.updatedAt.timeIntervalSince1970)
        }
        if identity.scopes.contains("email"), let email = user.email {
            info.email = email
            info.email_verified = false
        }
        return try .json(info, headers: ["Cache-Control": "no-store"])
    }
}
