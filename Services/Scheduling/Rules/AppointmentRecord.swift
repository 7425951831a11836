import CareModels
import Foundation

/// An appointment as it is kept. Title, description and reason are free text about health.
struct AppointmentRecord: Sendable, Equatable {
    var id: AppointmentID
    var version: Int
    var status: AppointmentStatus
    var providerId: UserID
    var patientId: UserID
    var startTime: Date
    var endTime: Date
    /// On whose clocks the two times are shown: those of the provider's hours when it was booked or moved.
    var timeZone: String
    var title: String
    var description: String?
    /// Where that was not the patient.
    var bookedBy: UserID?
    /// Who moved it last, where somebody did.
    var rescheduledBy: UserID?
    /// At whose front desk it is, where it is at any: which booked it, or that of the provider whom the patient booked (`DeskChoice`).
    var organisationId: OrganisationID?
    var cancelledBy: UserID?
    var cancelledAt: Date?
    var cancelReason: String?
    /// When it came to be completed without anybody's word.
    var autoCompletedAt: Date?
    var createdAt: Date
    var updatedAt: Date
    /// From the projection of people, while it knows them.
    var providerName: String?
    var patientName: String?

    /// What the caller is to this appointment; nil for a stranger.
    func actor(of user: UserID) -> AppointmentState.Actor? {
        if user == patientId { return .patient }
        return user == providerId ? .provider : nil
    }

    var slot: Interval { Interval(start: startTime.epochSeconds, end: endTime.epochSeconds) }

    /// Whether it is booked already, at just this time.
    func isBooked(at slot: Interval) -> Bool { status == .booked && slot == self.slot }
}
