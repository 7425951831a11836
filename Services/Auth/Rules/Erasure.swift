import Foundation

/// When an account is erased whose person has asked for it: once they have had the time to think again that the operator gives them.
enum Erasure {
    /// Nil: at once.
    static func instant(askedAt now: Date, grace: TimeInterval) -> Date? { grace > 0 ? now.addingTimeInterval(grace) : nil }

    /// For pages and mails, whose readers' clocks nobody knows: `2026-11-30 02:00 UTC`.
    static func spelled(_ instant: Date) -> String { instant.formatted(.iso8601).prefix(16).replacing("T", with: " ") + " UTC" }
}
