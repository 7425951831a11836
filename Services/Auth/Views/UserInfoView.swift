import CareModels
import Foundation

/// What the scopes of a token give of a person (OpenID Connect Core, 5.3).
struct UserInfoView: Encodable, Sendable {
    var sub: UserID
    var preferred_username: String?
    var name: String?
    var picture: String?
    var zoneinfo: String?
    var updated_at: Int?
    var email: String?
    var email_verified: Bool?

    init(_ user: UserRecord, scopes: Set<String>) {
        sub = user.id
        if scopes.contains("profile") {
            preferred_username = user.username
            name = user.fullName
            picture = user.avatarURL
            zoneinfo = user.timeZone
            updated_at = Int(user.updatedAt.timeIntervalSince1970)
        }
        if scopes.contains("email"), let email = user.email {
            self.email = email
            email_verified = user.emailVerifiedAt != nil
        }
    }
}
