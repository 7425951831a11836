/// What an entry of a feed tells.
enum FeedKind: String, Sendable, CaseIterable {
    /// A conversation began for this user, or changed: its title, its participants, its lock.
    case conversation
    /// A message or an activity came.
    case item
    /// A message was taken back.
    case itemDeleted = "item.deleted"
    /// Someone saw a conversation up to an item.
    case seen
    /// A notification came, was read, or was answered.
    case notification
}
