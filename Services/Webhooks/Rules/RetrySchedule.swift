import Foundation

/// When a delivery that failed is tried again: for three days, each wait longer, up to six hours. The days in which it waited behind one that was given up count.
enum RetrySchedule {
    static let waits: [TimeInterval] = [5, 30, 120, 600, 3600, 3 * 3600, 6 * 3600]
    static let triedFor: TimeInterval = 3 * 86_400
    /// A receiver may ask for a longer wait (Retry-After), not for a longer one than that.
    static let longest: TimeInterval = 6 * 3600

    /// Between two attempts at a webhook at which nothing comes through, whatever they are of: the longer it has failed the more, up to this. A hundred
    /// thousand keys, each with its own waits, would otherwise be tried one right after the other, with a line in the log for each.
    static let calmest: TimeInterval = 5
    /// Of the time for which it has failed: what comes back after seconds is not kept waiting.
    static let calm = 0.1

    /// - Parameters:
    ///   - failures: so many attempts have failed, 1 or more.
    ///   - jitter: from 0 to 1, by chance: receivers that came back are not asked for everything at the same instant.
    static func wait(after failures: Int, jitter: Double, retryAfter: Int?) -> TimeInterval {
        let planned = waits[min(max(failures, 1), waits.count) - 1]
        let asked = min(TimeInterval(max(retryAfter ?? 0, 0)), longest)
        return max(planned * (1 + 0.2 * jitter), asked)
    }
}
