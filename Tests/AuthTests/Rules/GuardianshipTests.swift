import CareModels
import Foundation
import Testing

@testable import AuthService

@Suite struct GuardianshipTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let (ward, guardian, other) = (UserID(UUID.v7()), UserID(UUID.v7()), UserID(UUID.v7()))

    private static func guardianship(_ guest: Guardianship.Guest = .person(guardian), _ change: (inout Guardianship) -> Void = { _ in }) -> Guardianship {
        var guardianship = Guardianship(id: GuardianshipID(UUID.v7()), ward: ward, guest: guest, endsAt: nil, now: now)
        change(&guardianship)
        return guardianship
    }

    @Test func waitsIsInForceAndEnds() {
        let table: [(change: (inout Guardianship) -> Void, after: TimeInterval, state: Guardianship.State)] = [
            ({ _ in }, 0, .invited), ({ _ in }, Guardianship.patience - 1, .invited), ({ _ in }, Guardianship.patience, .ended),
            ({ $0.acceptedAt = Self.now }, Guardianship.patience, .active), ({ $0.acceptedAt = Self.now }, 10 * 366 * 86_400, .active),
            ({ ($0.acceptedAt, $0.endsAt) = (Self.now, Self.now + 60) }, 59, .active), ({ ($0.acceptedAt, $0.endsAt) = (Self.now, Self.now + 60) }, 60, .ended),
            ({ $0.endsAt = Self.now + 60 }, 60, .ended), ({ ($0.acceptedAt, $0.endedAt) = (Self.now, Self.now) }, 0, .ended), ({ $0.endedAt = Self.now }, 0, .ended)
        ]
        for (index, row) in table.enumerated() {
            #expect(Self.guardianship(.person(Self.guardian), row.change).state(at: Self.now + row.after) == row.state, "row \(index)")
        }
    }

    @Test func onlyWhoWasInvitedAccepts() {
        let address = "mum@example.org"
        let table: [(guest: Guardianship.Guest, user: UserID, proven: String?, acceptance: Guardianship.Acceptance)] = [
            (.person(Self.guardian), Self.guardian, nil, .accept), (.person(Self.guardian), Self.other, address, .hidden),
            (.person(Self.guardian), Self.ward, nil, .hidden), (.address(address), Self.other, address, .accept),
            (.address(address), Self.other, "Mum@Example.org", .accept), (.address(address), Self.other, "dad@example.org", .hidden),
            // An address that is not proved is nobody's.
            (.address(address), Self.other, nil, .hidden),
            // A child with a parent's address does not accept in the parent's place.
            (.address(address), Self.ward, address, .hidden)
        ]
        for (index, row) in table.enumerated() {
            #expect(Self.guardianship(row.guest).acceptance(by: row.user, provenAddress: row.proven, now: Self.now) == row.acceptance, "row \(index)")
        }
        let accepted = Self.guardianship { $0.acceptedAt = Self.now }
        #expect(accepted.acceptance(by: Self.guardian, provenAddress: nil, now: Self.now) == .repeated)
        let ended = Self.guardianship { $0.endedAt = Self.now }
        #expect(ended.acceptance(by: Self.guardian, provenAddress: nil, now: Self.now) == .hidden)
    }

    @Test func concernsItsTwo() {
        let known = Self.guardianship()
        #expect(known.concerns(Self.ward, provenAddress: nil) && known.concerns(Self.guardian, provenAddress: nil))
        #expect(!known.concerns(Self.other, provenAddress: "mum@example.org"))
        #expect(Self.guardianship(.address("mum@example.org")).concerns(Self.other, provenAddress: "mum@example.org"))
        #expect(!Self.guardianship(.address("mum@example.org")).concerns(Self.other, provenAddress: nil))
    }

    @Test func whomAWardMayInvite() {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        func refusal(_ guest: Guardianship.Guest, role: Role = .patient, today: Int = 0) -> Guardianship.Refusal? {
            do throws(Guardianship.Refusal) {
                let invited = DaysInvitations(count: today, first: now.addingTimeInterval(-3_600))
                try Guardianship.checkInvitation(of: guest, to: Self.ward, role: role, today: invited, now: now)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal(.person(Self.guardian)) == nil)
        #expect(refusal(.address("mum@example.org"), today: Guardianship.mostADay - 1) == nil)
        #expect(refusal(.person(Self.guardian), today: Guardianship.mostADay) == .tooMany(wait: 23 * 3_600))
        #expect(refusal(.person(Self.ward)) == .oneself)
        for role in [Role.provider, .scheduler, .admin] { #expect(refusal(.person(Self.guardian), role: role) == .notOfPatients) }
    }

    @Test func anInvitationNamesOneGuest() throws {
        func faults(_ form: GuardianInvitation.Form) -> [String] {
            do throws(Faults) {
                _ = try GuardianInvitation(form, now: Self.now)
                return []
            } catch {
                return error.all.map(\.field)
            }
        }
        #expect(faults(GuardianInvitation.Form()) == ["guardianId"])
        #expect(faults(GuardianInvitation.Form(guardianId: Self.guardian, email: "mum@example.org")) == ["email"])
        #expect(faults(GuardianInvitation.Form(email: "mum")) == ["email"])
        #expect(faults(GuardianInvitation.Form(guardianId: Self.guardian, endsAt: Self.now)) == ["endsAt"])
        let invitation = try GuardianInvitation(GuardianInvitation.Form(email: " Mum@Example.org ", endsAt: Self.now + 1), now: Self.now)
        #expect(invitation.guest == .address("mum@example.org") && invitation.endsAt == Self.now + 1)
    }
}
