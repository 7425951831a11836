import CareModels
import CareService
import Foundation
import Postgres

/// Booked appointments that ended some time ago count as completed.
enum CompletePastAppointments {
    static let most = 200

    static func job(_ settings: SchedulingSettings, _ dependencies: Dependencies) -> Job {
        Job.sweep("complete-past-appointments", every: settings.completeEvery) { tx in
            try await run(after: settings.completeAfter, now: dependencies.now(), tx)
        }
    }

    static func run(after delay: Duration, now: Date, _ tx: Transaction) async throws {
        let ended = now.addingTimeInterval(-Double(delay.components.seconds))
        for record in try await tx.lockAppointments(endedBefore: ended, most: most) {
            let status = try record.next(.complete, by: .system, now: now, settings: BookingSettings())
            try await tx.emit(AppointmentCompleted(tx.close(record, as: status, now: now)))
        }
    }
}
