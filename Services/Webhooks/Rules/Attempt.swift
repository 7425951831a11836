import CareModels
import Foundation

enum AttemptKind {}
typealias AttemptID = ID<AttemptKind>

/// What a receiver made of a request.
enum Answered: Sendable, Equatable {
    case status(Int, retryAfter: Int?)
    /// Nothing came back: a word of ours for why.
    case error(String)

    var isAccepted: Bool { if case .status(let status, _) = self { (200...299).contains(status) } else { false } }

    var status: Int? { if case .status(let status, _) = self { status } else { nil } }

    var error: String? { if case .error(let word) = self { word } else { nil } }

    var retryAfter: Int? { if case .status(_, let seconds) = self { seconds } else { nil } }
}

/// What is to become of a delivery after an attempt.
enum Verdict: Sendable, Equatable {
    case delivered
    case retried(at: Date)
    /// Tried for three days, while others came through: its key goes on without it.
    case gaveUp
    /// The webhook is disabled; what waits, waits on.
    case disabled(Webhook.Reason)

    var outcome: Attempt.Outcome {
        switch self {
        case .delivered: .delivered
        case .retried: .retried
        case .gaveUp: .gaveUp
        case .disabled: .disabled
        }
    }

    var nextAt: Date? { if case .retried(let instant) = self { instant } else { nil } }

    /// - Parameters:
    ///   - failures: of this delivery before this attempt.
    ///   - firstTriedAt: from when on its three days count: its first attempt, or that of one before it that was given up, while it waited. Nil when this was its first.
    ///   - deliveredAt: when the webhook last took anything.
    static func judge(
        _ answered: Answered, failures: Int, firstTriedAt: Date?, deliveredAt: Date?, now: Date, jitter: Double
    ) -> Verdict {
        if answered.isAccepted { return .delivered }
        if answered.status == 410 { return .disabled(.gone) }
        let first = firstTriedAt ?? now
        if now.timeIntervalSince(first) >= RetrySchedule.triedFor {
            return (deliveredAt ?? .distantPast) > first ? .gaveUp : .disabled(.failing)
        }
        let wait = RetrySchedule.wait(after: failures + 1, jitter: jitter, retryAfter: answered.retryAfter)
        return .retried(at: now.addingTimeInterval(wait))
    }
}

/// A line of the log of deliveries.
struct Attempt: Sendable, Equatable {
    enum Outcome: String, Sendable { case delivered, retried, gaveUp, disabled }

    /// The `error` of what waited until its event was kept no longer.
    static let expired = "expired"

    var id: AttemptID
    var eventID: EventID
    var type: String
    /// 1 for the first of this event.
    var number: Int
    var at: Date
    var milliseconds: Int
    var status: Int?
    var error: String?
    var outcome: Outcome
    var nextAt: Date?
}
