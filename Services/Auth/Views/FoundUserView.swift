import CareModels
import Foundation

/// An account as operators see it.
struct FoundUserView: Codable, Equatable, Sendable {
    var id: UserID
    var username: String
    var role: Role
    var fullName: String?
    var email: String?
    /// Whether a mailed link proved it; nothing without an address.
    var emailVerified: Bool?
    /// Whether a provider is; nothing of everyone else.
    var verified: Bool?
    var createdAt: Date
    var suspendedAt: Date?
    /// Why, in a word.
    var suspendedFor: String?
    /// When it is erased, where its person has asked for that.
    var eraseAt: Date?

    init(_ user: UserRecord) {
        id = user.id
        username = user.username
        role = user.role
        fullName = user.fullName
        email = user.email
        emailVerified = user.email.map { _ in user.emailVerifiedAt != nil }
        verified = user.verified
        createdAt = user.createdAt
        suspendedAt = user.suspension?.since
        suspendedFor = user.suspension?.reason.rawValue
        eraseAt = user.eraseAt
    }
}
