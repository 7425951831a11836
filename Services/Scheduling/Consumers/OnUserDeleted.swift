import CareModels
import Foundation
import Outbox
import Postgres

/// A person was erased: their hours, names and words go, what they had ahead is cancelled. That they had appointments stays,
/// by id only. Locks are taken in every transaction's order: the calendar, the person, then appointments.
enum OnUserDeleted {
    static func handle(_ event: UserDeleted, now: Date, _ tx: Transaction) async throws {
        let calendarVersion = try await tx.eraseCalendar(of: event.userId)
        guard try await tx.erasePerson(event.userId, version: event.version, at: event.deletedAt) else { return }
        if let calendarVersion {
            try await tx.emit(AvailabilityChanged(providerId: event.userId, version: calendarVersion, changedAt: now))
        }
        for record in try await tx.lockFutureAppointments(of: event.userId, now: now) {
            let status = try record.next(.cancel, by: .system, now: now, settings: BookingSettings())
            _ = try await tx.cancel(record, as: status, by: event.userId, reason: nil, now: now)
        }
        try await tx.eraseTexts(of: event.userId)
        try await tx.forgetAnswers(to: event.userId)
    }
}
