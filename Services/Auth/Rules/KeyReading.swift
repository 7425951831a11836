import Foundation

/// When the keys at a client's address are read: again after ten minutes, for a key that is not among them too, and never twice within a minute. While that
/// server is away those that are known serve for an hour.
enum KeyReading {
    static let fresh: TimeInterval = 600
    static let stale: TimeInterval = 3600
    static let pause: TimeInterval = 60

    /// `readAt` when they came, `triedAt` when they were last asked for; `knows`: the key that is wanted is among them.
    static func isDue(readAt: Date?, triedAt: Date?, knows: Bool, now: Date) -> Bool {
        if let triedAt, now.timeIntervalSince(triedAt) < pause { return false }
        guard let readAt, knows else { return true }
        return now.timeIntervalSince(readAt) >= fresh
    }

    static func isUsable(readAt: Date?, now: Date) -> Bool { readAt.map { now.timeIntervalSince($0) < stale } ?? false }
}
