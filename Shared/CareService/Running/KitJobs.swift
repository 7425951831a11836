import Foundation
import Outbox

extension Job {
    /// The retention sweeps of the kit's own tables, and the tables of days to come.
    static func kit(_ configuration: ServiceConfiguration, now: @escaping @Sendable () -> Date) -> [Job] {
        let outbox = configuration.outbox.retention.seconds
        let inbox = configuration.consumers.inboxRetention.seconds
        let keys = Idempotency.lifetime.seconds
        return [
            .sweepInBatches("care-outbox", every: .seconds(60)) { try await $0.sweepOutbox(before: now().addingTimeInterval(-outbox)) },
            .sweepInBatches("care-inbox", every: .seconds(60)) { try await $0.sweepInbox(before: now().addingTimeInterval(-inbox)) },
            .sweepInBatches("care-inbox-days", every: .seconds(60)) { try await $0.keep(InboxDays(now: now(), retention: inbox)) },
            .sweepInBatches("care-idempotency-keys", every: .seconds(60)) {
                try await $0.sweepIdempotencyKeys(before: now().addingTimeInterval(-keys))
            }
        ]
    }
}
