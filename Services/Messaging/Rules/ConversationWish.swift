import CareModels

/// A conversation that somebody wants to begin, as far as can be seen without the database.
struct ConversationWish: Sendable {
    var title: String?
    /// Without whoever begins it.
    var others: [UserID]
    var message: CheckedMessage?
}
