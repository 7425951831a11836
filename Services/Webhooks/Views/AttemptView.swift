import CareModels
import JSON

/// A line of the log of deliveries.
struct AttemptView: JSONWritable, Sendable {
    private let attempt: Attempt

    init(_ attempt: Attempt) { self.attempt = attempt }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("attempt", attempt.number)
            $0.member("attemptedAt", attempt.at)
            $0.member("durationMs", attempt.milliseconds)
            $0.member("error", attempt.error)
            $0.member("eventId", attempt.eventID.description)
            $0.member("id", attempt.id.description)
            $0.member("nextAttemptAt", attempt.nextAt)
            $0.member("outcome", attempt.outcome.rawValue)
            $0.member("status", attempt.status)
            $0.member("type", attempt.type)
        }
    }
}
