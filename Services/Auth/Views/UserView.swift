import CareModels
import Foundation

/// A user as they and admins see them.
struct UserView: Codable, Equatable, Sendable {
    var id: UserID
    var username: String
    var role: Role
    /// What they are addressed by before the name.
    var title: String?
    var specialty: String?
    /// All of a provider's, `specialty` first.
    var specialties: [String]?
    /// The former name of `specialty`.
    var providerSpecialty: String?
    /// Where a provider practises.
    var practice: String?
    var fullName: String?
    /// The parts of the name, where the person wrote them: others do not see them, apps that ask for them do.
    var givenName: String?
    var middleName: String?
    var familyName: String?
    var nickname: String?
    /// The same of what else they say of themselves.
    var profileUrl: String?
    var websiteUrl: String?
    var gender: String?
    /// `1975-03-08`, `1975`, or `0000-03-08` without the year.
    var birthdate: String?
    var avatarUrl: String?
    var email: String?
    /// Whether a mailed link proved it; nothing without an address.
    var emailVerified: Bool?
    /// Whether a provider is listed, booked and written to; nothing of everyone else.
    var verified: Bool?
    /// BCP 47 tags, best first; nil where they have named none.
    var languages: [String]?
    var timeZone: String?
    var createdAt: Date
    var updatedAt: Date

    init(_ user: UserRecord) {
        id = user.id
        username = user.username
        role = user.role
        title = user.title
        specialty = user.specialty
        specialties = user.specialties.isEmpty ? nil : user.specialties
        providerSpecialty = user.specialty
        practice = user.practice
        fullName = user.fullName
        givenName = user.nameParts.given
        middleName = user.nameParts.middle
        familyName = user.nameParts.family
        nickname = user.nameParts.nickname
        profileUrl = user.details.profileURL
        websiteUrl = user.details.websiteURL
        gender = user.details.gender
        birthdate = user.details.birthdate
        avatarUrl = user.avatarURL
        email = user.email
        emailVerified = user.email.map { _ in user.emailVerifiedAt != nil }
        verified = user.verified
        languages = user.languages.isEmpty ? nil : user.languages
        timeZone = user.timeZone
        createdAt = user.createdAt
        updatedAt = user.updatedAt
    }
}
