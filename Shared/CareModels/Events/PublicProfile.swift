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
        specialty = event.specialty ?? event.providerSpecialty
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
        practice = event.practice
        languages = event.languages ?? []
        timeZone = event.timeZone
        isVerified = event.verified
    }
}
