import CareModels
import Foundation
import Outbox
import Postgres

/// Booked appointments that ended some time ago count as completed, so many in a transaction.
struct CompletePastAppointments: Sendable {
    static let most = 200

    /// So long after its end.
    let delay: Duration
    let now: @Sendable () -> Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let now = now()
        let past = try await tx.lockAppointments(endedBefore: now.addingTimeInterval(-delay.seconds), most: Self.most)
        for record in past {
            let completed = try record.after(.complete, by: .system, now: now, settings: BookingSettings())
            try await tx.close(completed)
            try await tx.log(AppointmentLogEntry(completed, .completed, by: nil, .system), of: completed.id)
            try await tx.emit(AppointmentCompleted(completed))
        }
        return past.count == Self.most
    }
}
