import CareModels
import Foundation
import Outbox
import Postgres

/// Booked appointments that ended some time ago count as completed.
enum CompletePastAppointments {
    static let most = 200

    static func job(_ settings: SchedulingSettings, _ dependencies: Dependencies) -> Job {
        Job.sweepInBatches("complete-past-appointments", every: settings.completeEvery) { tx in
            try await run(after: settings.completeAfter, now: dependencies.now(), tx)
        }
    }

    /// True when there may be more.
    static func run(after delay: Duration, now: Date, _ tx: Transaction) async throws -> Bool {
        let ended = now.addingTimeInterval(-delay.seconds)
        let past = try await tx.lockAppointments(endedBefore: ended, most: most)
        for record in past {
            let status = try record.next(.complete, by: .system, now: now, settings: BookingSettings())
            try await tx.emit(AppointmentCompleted(tx.close(record, as: status, now: now)))
        }
        return past.count == most
    }
}
