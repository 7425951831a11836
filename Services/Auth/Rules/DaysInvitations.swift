import Foundation

/// Invitations of somebody's, or of an organisation's, in the last day: those that were taken back too, since their mails were sent.
struct DaysInvitations: Equatable, Sendable {
    static let day: TimeInterval = 86_400

    var count = 0
    var first: Date?

    /// Seconds until there may be another one; nil when there may be now.
    func wait(most: Int, now: Date) -> Int? {
        guard count >= most else { return nil }
        let end = (first ?? now).addingTimeInterval(Self.day)
        return max(1, Int(end.timeIntervalSince(now).rounded(.up)))
    }
}
