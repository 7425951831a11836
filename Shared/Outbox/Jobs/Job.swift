import Foundation
import Postgres

/// Work that a service does by the clock. Safe with many replicas: each firing is a row in `timers` that one of them locks.
package struct Job: Sendable {
    package typealias TimerHandler = @Sendable (_ key: String, _ payload: [UInt8], Transaction) async throws -> Void
    package typealias SweepBody = @Sendable (Transaction) async throws -> Void
    package typealias BatchSweepBody = @Sendable (Transaction) async throws -> Bool

    enum Work: Sendable {
        case timer(TimerHandler)
        /// The body says whether there is more to do at once.
        case sweep(every: Duration, BatchSweepBody)
    }

    /// As in the column `timers.kind`.
    let kind: String
    let work: Work

    /// Fires the durable timers of this kind: in a transaction with the deletion of the timer's row, so that its effect and its
    /// end commit together. A handler that throws is tried again after a growing wait, without end; `care_timer_failures_total`
    /// and the row's `attempts` and `last_error` tell of it.
    package static func timer(_ kind: String, handle: @escaping TimerHandler) -> Job {
        precondition(!kind.hasPrefix(sweepPrefix), "kinds of timers do not begin with \(sweepPrefix)")
        return Job(kind: kind, work: .timer(handle))
    }

    /// Runs once in each `interval` in one of the replicas, in a transaction of its own.
    package static func sweep(_ name: String, every interval: Duration, _ body: @escaping SweepBody) -> Job {
        Job(
            kind: sweepPrefix + name,
            work: .sweep(every: interval) { transaction in
                try await body(transaction)
                return false
            })
    }

    /// The same for much work in small transactions: while the body returns true it runs again at once.
    package static func sweepInBatches(_ name: String, every interval: Duration, _ body: @escaping BatchSweepBody) -> Job {
        Job(kind: sweepPrefix + name, work: .sweep(every: interval, body))
    }

    static let sweepPrefix = "sweep."
}
