import CareModels

/// What is kept that names somebody who was erased: nothing that happened before, whenever it comes; of what happened afterwards,
/// what others have to know of it.
enum Erased {
    /// Their events tell others what followed: visits that are cancelled or over, hours and sessions that ended, who left what.
    /// Of the rest nothing follows an erasure.
    static let followed: [Topic] = [.appointments, .availability, .conversations, .organisations, .sessions]

    /// From hearing of it on. A topic has an event for 30 days, and its dead letters have it for 90 more: after that nothing of before can come.
    static func remembered(for retention: Duration) -> Duration { max(retention, .seconds(120 * 86_400)) }
}
