import CareModels

/// What this replica's streams hear once the transaction has committed; those of the others hear it from `care.feed.v1`.
struct StreamNews: Sendable {
    /// How far these users' feeds reach.
    var reach: [UserID: Int] = [:]
    /// Whose streams end.
    var erased: UserID?
}
