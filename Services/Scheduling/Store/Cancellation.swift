import CareModels
import Foundation
import Postgres

extension Transaction {
    /// Cancels a locked appointment and says so.
    func cancel(_ record: AppointmentRecord, as status: AppointmentStatus, by user: UserID, reason: String?, now: Date) async throws -> AppointmentRecord {
        var cancelled = record
        cancelled.cancelledBy = user
        cancelled.cancelledAt = now
        cancelled.cancelReason = reason
        cancelled = try await close(cancelled, as: status, now: now)
        try await emit(
            AppointmentCancelled(
                appointmentId: cancelled.id, version: cancelled.version, patientId: cancelled.patientId, providerId: cancelled.providerId,
                startTime: cancelled.startTime, endTime: cancelled.endTime, cancelledBy: user))
        return cancelled
    }
}
