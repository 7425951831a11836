import CareModels
import Foundation
import Testing

@testable import AuthService

@Suite struct OrganisationRuleTests {
    typealias Rule = OrganisationRule

    private static let (me, them) = (UserID(.v7()), UserID(.v7()))

    private static func refusal(_ body: () throws(Rule.Refusal) -> Void) -> Rule.Refusal? {
        do throws(Rule.Refusal) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    private static func member(_ roles: OrganisationRole...) -> Rule.Actor { .member(me, Set(roles)) }

    @Test func ownersAndAdministratorsManageAndOwnersClose() {
        for role in OrganisationRole.allCases {
            let actor = Self.member(role)
            let manages = [.owner, .administrator].contains(role)
            #expect(Self.refusal { () throws(Rule.Refusal) in try Rule.manage(actor) } == (manages ? nil : .notAllowed), "\(role)")
            #expect(Self.refusal { () throws(Rule.Refusal) in try Rule.close(actor) } == (role == .owner ? nil : .notAllowed), "\(role)")
        }
        #expect(Self.refusal { () throws(Rule.Refusal) in try Rule.close(.platform(nil)) } == nil)
    }

    @Test(
        arguments: [
            ([OrganisationRole.owner], [], [.owner], Role.patient, Rule.Refusal?.none), ([.owner], [.owner], [.reviewer], .patient, nil),
            ([.administrator], [], [.receptionist], .patient, nil), ([.administrator], [], [.owner], .patient, .notAllowed),
            ([.administrator], [.owner], [.reviewer], .patient, .notAllowed), ([.receptionist], [], [.reviewer], .patient, .notAllowed),
            ([.practitioner], [], [.practitioner], .provider, .notAllowed), ([.owner], [], [.practitioner], .provider, nil),
            ([.owner], [], [.practitioner], .patient, .noProvider)
        ] as [([OrganisationRole], [OrganisationRole], [OrganisationRole], Role, Rule.Refusal?)])
    func rolesAreGiven(_ own: [OrganisationRole], _ before: [OrganisationRole], _ after: [OrganisationRole], _ role: Role, _ refusal: Rule.Refusal?) {
        let actor = Rule.Actor.member(Self.me, Set(own))
        #expect(Self.refusal { () throws(Rule.Refusal) in try Rule.give(Set(after), insteadOf: Set(before), to: role, by: actor) } == refusal)
    }

    @Test func everybodyLeavesAndFewRemoveOthers() {
        func removes(_ actor: Rule.Actor, _ who: UserID, _ roles: Set<OrganisationRole>) -> Rule.Refusal? {
            Self.refusal { () throws(Rule.Refusal) in try Rule.remove(who, roles, by: actor) }
        }
        #expect(removes(Self.member(.reviewer), Self.me, [.reviewer]) == nil)
        #expect(removes(Self.member(.reviewer), Self.them, [.reviewer]) == .notAllowed)
        #expect(removes(Self.member(.administrator), Self.them, [.reviewer]) == nil)
        #expect(removes(Self.member(.administrator), Self.them, [.owner]) == .notAllowed)
        #expect(removes(Self.member(.owner), Self.them, [.owner]) == nil)
        #expect(removes(.platform(nil), Self.them, [.owner]) == nil)
    }

    @Test(
        arguments: [
            ([OrganisationRole.owner], [], 0, true), ([.owner], [.administrator], 0, true), ([.owner], [.owner, .practitioner], 0, false), ([.owner], [], 1, false),
            ([.administrator], [], 0, false)
        ] as [([OrganisationRole], [OrganisationRole], Int, Bool)])
    func theLastOwnerStays(_ before: [OrganisationRole], _ after: [OrganisationRole], _ others: Int, _ isRefused: Bool) {
        let refusal = Self.refusal { () throws(Rule.Refusal) in try Rule.letGo(Set(before), to: Set(after), others: others) }
        #expect(refusal == (isRefused ? .lastOwner : nil))
    }

    @Test func practitionersAreVerifiedByOthers() {
        func verifies(_ actor: Rule.Actor, _ who: UserID, _ roles: Set<OrganisationRole>) -> Rule.Refusal? {
            Self.refusal { () throws(Rule.Refusal) in try Rule.verify(who, roles, by: actor) }
        }
        #expect(verifies(Self.member(.owner), Self.them, [.practitioner]) == nil)
        #expect(verifies(Self.member(.administrator), Self.them, [.practitioner, .owner]) == nil)
        #expect(verifies(Self.member(.owner, .practitioner), Self.me, [.owner, .practitioner]) == .ownLicence)
        #expect(verifies(.platform(Self.me), Self.me, [.practitioner]) == .ownLicence)
        #expect(verifies(Self.member(.owner), Self.them, [.receptionist]) == .noProvider)
        #expect(verifies(Self.member(.receptionist), Self.them, [.practitioner]) == .notAllowed)
    }

    @Test func aTeamHasMembersAloneAndANameOfItsOwn() {
        func forms(_ ids: [UserID], _ members: Set<UserID>, _ isTaken: Bool) -> Rule.Refusal? {
            Self.refusal { () throws(Rule.Refusal) in try Rule.form(TeamDetails(name: "Desk", memberIDs: ids), of: members, isTaken: isTaken) }
        }
        #expect(forms([], [], false) == nil)
        #expect(forms([Self.me], [Self.me, Self.them], false) == nil)
        #expect(forms([Self.me, Self.them], [Self.me], false) == .strangersInTeam)
        #expect(forms([Self.me], [Self.me], true) == .teamExists)
        #expect(Self.refusal { () throws(Rule.Refusal) in try Rule.found(teams: Rule.mostTeams - 1) } == nil)
        #expect(Self.refusal { () throws(Rule.Refusal) in try Rule.found(teams: Rule.mostTeams) } == .tooManyTeams(Rule.mostTeams))
    }

    @Test func aTeamIsCheckedWhole() throws {
        let crowd = (0...TeamDetails.mostMembers).map { _ in UserID(.v7()) }
        var checks = Checks()
        _ = TeamDetails.checked(name: "\u{200B}", memberIDs: crowd, &checks)
        #expect(checks.faults.map(\.field) == ["name", "memberIds"])
        checks = Checks()
        #expect(TeamDetails.checked(name: "Desk\u{2067}", memberIDs: [], &checks) == nil)
        checks = Checks()
        #expect(TeamDetails.checked(name: "Desk", memberIDs: [Self.me, Self.me], &checks) == TeamDetails(name: "Desk", memberIDs: [Self.me]))
        let desk = TeamDetails(name: "Desk", memberIDs: [Self.me])
        #expect(try desk.changed(by: TeamDetails.Patch(memberIds: .cleared)) == TeamDetails(name: "Desk", memberIDs: []))
        #expect(try desk.changed(by: TeamDetails.Patch(name: .set("Night"))) == TeamDetails(name: "Night", memberIDs: [Self.me]))
        #expect(throws: Faults.self) { try desk.changed(by: TeamDetails.Patch(name: .cleared, memberIds: .set(crowd))) }
        #expect(TeamDetails(name: " ÉQUIPE  de nuit", memberIDs: []).foldedName == "equipe de nuit")
    }

    @Test func detailsAreCheckedWhole() throws {
        var checks = Checks()
        let none = OrganisationDetails.checked(name: " ", addresses: ["", "1 Main Street\nWinnipeg"], timeZone: "Mars/Olympus", &checks)
        #expect(none == nil && checks.faults.map(\.field) == ["name", "addresses[0]", "timeZone"])
        let clinic = OrganisationDetails(name: "Clinic", addresses: ["1 Main Street"], timeZone: "America/Winnipeg")
        checks = Checks()
        #expect(OrganisationDetails.checked(name: "\u{202E}cinilC", addresses: [], timeZone: "Europe/Paris", &checks) == nil)
        #expect(throws: Faults.self) { try clinic.changed(by: OrganisationDetails.Patch(name: .set("\u{202E}cinilC"))) }
        let patch = OrganisationDetails.Patch(name: .absent, addresses: .cleared, timeZone: .set("Europe/Paris"))
        #expect(try clinic.changed(by: patch) == OrganisationDetails(name: "Clinic", addresses: [], timeZone: "Europe/Paris"))
        #expect(throws: Faults.self) { try clinic.changed(by: OrganisationDetails.Patch(name: .cleared, addresses: .absent, timeZone: .absent)) }
        #expect(throws: Faults.self) { try clinic.changed(by: OrganisationDetails.Patch(timeZone: .set("Mars"))) }
    }
}
