import CareModels
import Foundation

/// A user as they and admins see them.
struct UserView: Codable, Equatable, Sendable {
    var id: UserID
    var username: String
    var role: Role
    var specialty: String?
    /// The former name of `specialty`.
    var providerSpecialty: String?
    var fullName: String?
    var avatarUrl: String?
    var email: String?
    /// Whether a mailed link proved it; nothing without an address.
    var emailVerified: Bool?
    var timeZone: String?
    var createdAt: Date
    var updatedAt: Date

    init(_ user: UserRecord) {
        id = user.id
        username = user.username
        role = user.role
        specialty = user.specialty
        providerSpecialty = user.specialty
        fullName = user.fullName
        avatarUrl = user.avatarURL
        email = user.email
        emailVerified = user.email.map { _ in user.emailVerifiedAt != nil }
        timeZone = user.timeZone
        createdAt = user.createdAt
        updatedAt = user.updatedAt
    }
}
