import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// Erases a person: their hours, names and words go, what they had ahead is cancelled. That they had appointments stays, by id only. Locks are
/// taken in every transaction's order: the calendar, the person and their key, what they do in organisations, then appointments.
struct ErasePerson: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date

    func callAsFunction(_ person: UserID, version: Int, at deletedAt: Date, _ tx: Transaction) async throws -> VersionStep {
        let now = now()
        let calendarVersion = try await tx.eraseCalendar(of: person)
        guard let step = try await tx.erasePerson(person, version: version, at: deletedAt, in: .people) else { return .seen }
        try await keys.erase(person, tx)
        try await tx.deleteMemberships(of: person)
        if let calendarVersion { try await tx.emit(AvailabilityChanged(providerId: person, version: calendarVersion, changedAt: now)) }
        for record in try await tx.lockFutureAppointments(of: person, now: now) {
            let cancelled = try record.cancelled(by: person, .system, reason: nil, now: now, settings: BookingSettings())
            try await tx.close(cancelled)
            try await tx.log(AppointmentLogEntry(cancelled, .cancelled, by: nil, record.actor(of: person) ?? .system, user: person), of: cancelled.id)
            try await tx.emit(AppointmentCancelled(cancelled, by: person))
        }
        try await tx.eraseTexts(of: person)
        try await tx.eraseLog(of: person)
        return step
    }
}
