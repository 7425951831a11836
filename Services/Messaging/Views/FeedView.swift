/// The entries of a feed after a sequence.
struct FeedView: Encodable, Sendable {
    var epoch: String
    /// Of the last entry that there is.
    var sequence: Int
    /// False: too much was missed; take a snapshot, then go on after `sequence`.
    var recovered: Bool
    var items: [FeedEntryView]
    /// For `after`, when there is more.
    var nextCursor: String?
}
