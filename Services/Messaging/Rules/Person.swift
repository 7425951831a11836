import CareModels

/// A person as Messaging knows them.
struct Person: Equatable, Sendable {
    var id: UserID
    var role: Role?
    var username: String?
    var fullName: String?
    var avatarUrl: String?
    var isErased = false
    /// False of a provider for whom nobody vouches.
    var isVerified = true
}
