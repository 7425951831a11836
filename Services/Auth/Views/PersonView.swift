import CareModels
import Foundation

/// Claims about a person, those that an app may have, as far as they are known (OpenID Connect Core, 5.1).
struct PersonView: Encodable, Sendable {
    var preferred_username: String?
    var name: String?
    var given_name: String?
    /// All of them, with spaces between.
    var middle_name: String?
    var family_name: String?
    var nickname: String?
    /// The address of a page about them.
    var profile: String?
    var website: String?
    var gender: String?
    var birthdate: String?
    var picture: String?
    var zoneinfo: String?
    /// Of the languages that they read the best one, which they chose: none is guessed.
    var locale: String?
    var updated_at: Int?
    var email: String?
    var email_verified: Bool?

    /// `picture`: where an image element finds it, of whom has one.
    init(_ user: UserRecord, claims: Set<String>, picture address: AvatarAddress) {
        func given<T>(_ claim: String, _ value: T?) -> T? { claims.contains(claim) ? value : nil }
        preferred_username = given("preferred_username", user.username)
        name = given("name", user.fullName)
        given_name = given("given_name", user.nameParts.given)
        middle_name = given("middle_name", user.nameParts.middle)
        family_name = given("family_name", user.nameParts.family)
        nickname = given("nickname", user.nameParts.nickname)
        profile = given("profile", user.details.profileURL)
        website = given("website", user.details.websiteURL)
        gender = given("gender", user.details.gender)
        birthdate = given("birthdate", user.details.birthdate)
        picture = given("picture", user.avatarURL.map { _ in address.make(user.id) })
        zoneinfo = given("zoneinfo", user.timeZone)
        locale = given("locale", user.languages.first)
        updated_at = given("updated_at", Int(user.updatedAt.timeIntervalSince1970))
        email = given("email", user.email)
        email_verified = given("email_verified", user.email == nil ? nil : user.emailVerifiedAt != nil)
    }
}
