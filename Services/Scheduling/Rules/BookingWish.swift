import CareModels
import Foundation

/// What a patient asks for: a provider's time, and what it is about.
struct BookingWish: Sendable {
    var providerId: UserID
    var slot: Interval
    var title: String
    var description: String?
}

extension AppointmentRecord {
    /// The wish, booked.
    init(_ wish: BookingWish, of patient: UserID, in calendar: ProviderCalendar, id: AppointmentID, now: Date) {
        self.init(
            id: id, version: 1, status: .booked, providerId: wish.providerId, patientId: patient, startTime: Date(epochSeconds: wish.slot.start),
            endTime: Date(epochSeconds: wish.slot.end), timeZone: calendar.timeZone, title: wish.title, description: wish.description, createdAt: now,
            updatedAt: now)
    }
}
