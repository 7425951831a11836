/// A user as others may know them, whichever event says so: what a projection of `care.users.v1` keeps some of.
package struct PublicProfile: Equatable, Sendable {
    package var userId: UserID
    package var version: Int
    package var username: String
    package var role: Role
    package var title: String?
    package var fullName: String?
    package var avatarUrl: String?
    package var specialty: String?
    /// All of a provider's, the main one first; of a release that knew one alone that one.
    package var specialties: [String]
    package var practice: String?
    package var languages: [String]
    package var timeZone: String?
    /// Of a provider whether somebody has seen that they are one; of the others nobody asks. Nil: the event says nothing of it, as those of a release
    /// that knew no difference, and what was known of them holds; where nothing was, they count as verified.
    package var isVerified: Bool?

    package init(_ event: UserRegistered) {
        userId = event.userId
        version = event.version
        username = event.username
        role = event.role
        fullName = event.fullName
        avatarUrl = event.avatarUrl
        // The release before says it by its former name alone.
        let main = event.specialty ?? event.providerSpecialty
        specialty = main
        specialties = Self.all(event.specialties, main)
        languages = []
        timeZone = event.timeZone
        isVerified = event.verified
    }

    package init(_ event: UserUpdated) {
        userId = event.userId
        version = event.version
        username = event.username
        role = event.role
        title = event.title
        fullName = event.fullName
        avatarUrl = event.avatarUrl
        specialty = event.specialty
        specialties = Self.all(event.specialties, event.specialty)
        practice = event.practice
        languages = event.languages ?? []
        timeZone = event.timeZone
        isVerified = event.verified
    }

    package init(_ event: UserSnapshot) {
        userId = event.userId
        version = event.version
        username = event.username
        role = event.role
        title = event.title
        fullName = event.fullName
        avatarUrl = event.avatarUrl
        specialty = event.specialty
        specialties = Self.all(event.specialties, event.specialty)
        practice = event.practice
        languages = event.languages ?? []
        timeZone = event.timeZone
        isVerified = event.verified
    }

    private static func all(_ specialties: [String]?, _ main: String?) -> [String] { specialties ?? [main].compactMap { $0 } }
}
