import CareModels
import Foundation

/// Whom a ward invites to act for them, and until when, checked whole.
struct GuardianInvitation: Equatable, Sendable {
    struct Form: Decodable, Equatable, Sendable {
        var guardianId: UserID?
        var email: String?
        var endsAt: Date?
    }

    var guest: Guardianship.Guest
    var endsAt: Date?

    init(_ form: Form, now: Date) throws(Faults) {
        var checks = Checks()
        let address = checks.text(form.email, "email", most: MailAddress.longest)
        if form.guardianId != nil, address != nil { checks.fail("email", "is one too many beside guardianId") }
        if form.guardianId == nil, address == nil, !checks.isFaulty("email") { checks.fail("guardianId", "is required, or email") }
        if let ends = form.endsAt { checks.check(ends > now, "endsAt", "must be in the future") }
        var guest = form.guardianId.map(Guardianship.Guest.person)
        if let address {
            do throws(MailAddress.Fault) {
                guest = .address(try MailAddress(address).text.lowercased())
            } catch {
                checks.fail("email", error.message)
            }
        }
        self.guest = try checks.done(guest)
        endsAt = form.endsAt
    }
}
