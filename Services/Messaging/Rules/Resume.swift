import Foundation

/// Whether a client can go on from where it was, or has to take everything anew.
enum Resume: Equatable {
    /// Entries after this sequence follow.
    case replay(after: Int)
    /// Too much was missed, or the sequence is of another epoch: entries follow from now on only.
    case snapshot

    /// Entries that one reconnection replays at most; further behind, a snapshot costs everyone less.
    static let most = 2000

    /// `sequence` and `forgotten` are the feed's: its last entry, and the last one that was removed. Without `since` a client wants
    /// what comes from now on.
    init(since: Int?, epoch given: UUID?, current epoch: UUID, sequence: Int, forgotten: Int, most: Int = Resume.most) {
        guard let since else {
            self = .replay(after: sequence)
            return
        }
        guard given ?? epoch == epoch, since >= forgotten, since <= sequence, sequence - since <= most else {
            self = .snapshot
            return
        }
        self = .replay(after: since)
    }
}
