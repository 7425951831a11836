import CareModels
import Foundation

/// Who may act for whom, as both of them see it.
struct GuardianshipView: Codable, Sendable {
    var id: GuardianshipID
    var wardId: UserID
    /// Their name, or how they log in; in lists.
    var wardName: String?
    /// Nobody yet of an invitation by an address.
    var guardianId: UserID?
    /// In lists, once they have accepted.
    var guardianName: String?
    /// Where an invitation waits that named no person.
    var email: String?
    var status: Guardianship.State
    /// The former name of `status`.
    var state: Guardianship.State
    var invitedAt: Date
    var acceptedAt: Date?
    /// It ends by itself then.
    var endsAt: Date?

    init(_ guardianship: Guardianship, now: Date) {
        id = guardianship.id
        (wardId, guardianId, email) = (guardianship.ward, guardianship.guardian, guardianship.invitedEmail)
        status = guardianship.state(at: now)
        state = status
        (invitedAt, acceptedAt, endsAt) = (guardianship.invitedAt, guardianship.acceptedAt, guardianship.endsAt)
    }

    init(_ listed: ListedGuardianship, now: Date) {
        self.init(listed.guardianship, now: now)
        (wardName, guardianName) = (listed.wardName, listed.guardianName)
    }
}
