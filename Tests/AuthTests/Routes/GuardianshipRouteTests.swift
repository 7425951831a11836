import CareModels
import CareService
import Foundation
import HTTP
import JSON
import ServiceTestKit
import TestKit
import Testing

@testable import AuthService

extension World {
    /// By a ward who has just logged in.
    func invite(_ ward: LoginView, _ guest: [String: String]) async throws -> Answer {
        try await post("/users/\(ward.user.id)/guardianships", json: guest, token: ward.accessToken)
    }

    func accept(_ id: GuardianshipID, _ guardian: LoginView) async throws -> Answer {
        try await send(.PUT, "/users/\(guardian.user.id)/guardianships/\(id)/acceptance", token: guardian.accessToken)
    }

    func endGuardianship(_ id: GuardianshipID, _ party: LoginView) async throws -> Answer {
        try await send(.DELETE, "/users/\(party.user.id)/guardianships/\(id)", token: party.accessToken)
    }

    /// Both new, and one acts for the other.
    func family() async throws -> (ward: LoginView, guardian: LoginView, id: GuardianshipID) {
        try await signUp("child")
        try await signUp("parent")
        let (ward, guardian) = (try await logIn("child"), try await logIn("parent"))
        let id = try await invite(ward, ["guardianId": guardian.user.id.description]).decode(GuardianshipView.self).id
        guard try await accept(id, guardian).status == 200 else { throw TestKitError("not accepted") }
        return (ward, guardian, id)
    }

    func actFor(_ ward: UserID, _ token: String, client: String = "careline", _ more: [(String, String)] = []) async throws -> Answer {
        let form = [
            ("grant_type", Client.Grant.tokenExchange.rawValue), ("client_id", client), ("subject_token", token),
            ("subject_token_type", TokenExchange.TokenType.accessToken.rawValue), ("requested_subject", ward.description)
        ]
        return try await post("/oauth/token", form: form + more)
    }

    func live(_ token: String) async throws -> Bool {
        guard let session = try AuthorizeTests.claims(token, AccessTokenClaims.self).sid.flatMap({ SessionID($0) }) else { return false }
        return try await pool.withConnection { try await $0.isLive(session, now: clock.now) }
    }
}

/// Who may act for whom, and with what.
@Suite struct GuardianshipRouteTests {
    private struct Listed: Decodable {
        var items: [GuardianshipView]
        var nextCursor: String?
    }

    private static func list(_ world: World, _ person: LoginView, _ query: String = "") async throws -> Listed {
        try await world.get("/users/\(person.user.id)/guardianships\(query)", token: person.accessToken).decode(Listed.self)
    }

    @Test func isInvitedAcceptedAndEnded() async throws {
        try await World.run { world in
            let (ward, guardian, id) = try await world.family()
            for person in [ward, guardian] {
                let listed = try await Self.list(world, person).items
                #expect(listed.map(\.id) == [id] && listed[0].status == .active && listed[0].state == .active)
                #expect(listed[0].wardId == ward.user.id && listed[0].guardianId == guardian.user.id)
                #expect(listed[0].wardName == "child" && listed[0].guardianName == "parent")
            }
            #expect(try await world.accept(id, guardian).status == 200)
            #expect(try await world.invite(ward, ["guardianId": guardian.user.id.description]).status == 200)
            #expect(try await world.count("SELECT count(*) FROM guardianships") == 1)
            #expect(try await world.endGuardianship(id, guardian).status == 204)
            #expect(try await world.endGuardianship(id, guardian).status == 404)
            #expect(try await world.accept(id, guardian).status == 404)
            #expect(try await Self.list(world, ward).items.isEmpty)
            for kind in [AuditEntry.Kind.guardianInvited, .guardianshipBegun, .guardianshipEnded] { #expect(try await world.audit(kind) == 1) }
            let byGuardian = try await world.count(
                "SELECT count(*) FROM audit_log WHERE kind = 'guardianship-ended' AND user_id = \(ward.user.id) AND actor_id = \(guardian.user.id)")
            #expect(byGuardian == 1)
        }
    }

    /// RFC 8693, 2.1: these two alone may come more than once.
    @Test func whatATokenIsForMayBeSaidOfSeveral() async throws {
        try await World.run { world in
            let (ward, guardian, _) = try await world.family()
            for name in ["audience", "resource"] {
                let ours = [(name, World.issuer), (name, World.issuer)]
                #expect(try await world.actFor(ward.user.id, guardian.accessToken, ours).status == 200, "\(name)")
                let others = try await world.actFor(ward.user.id, guardian.accessToken, ours + [(name, "https://another.example")])
                #expect(others.status == 400 && others.member("error") == "invalid_target", "\(name)")
            }
            let twice = [("scope", "messages:read"), ("scope", "messages:read")]
            #expect(try await world.actFor(ward.user.id, guardian.accessToken, twice).member("error") == "invalid_request")
        }
    }

    @Test func anAddressIsAcceptedByWhoHasProvedIt() async throws {
        try await World.run { world in
            try await world.signUp("child")
            try await world.signUp("parent", extra: ["email": "Mum@example.org"])
            let (ward, guardian) = (try await world.logIn("child"), try await world.logIn("parent"))
            let invited = try await world.invite(ward, ["email": "mum@EXAMPLE.org"])
            let id = try invited.decode(GuardianshipView.self).id
            #expect(invited.status == 201 && invited.member("email") == "mum@example.org" && invited.member("guardianId") == nil)
            // An address that nobody has reads the same.
            let other = try await world.invite(ward, ["email": "nobody@example.org"])
            #expect(other.status == 201)
            #expect(try await Self.list(world, guardian).items.isEmpty)
            #expect(try await world.accept(id, guardian).status == 404)
            #expect(try await world.mails("You are asked to act for somebody").isEmpty)
            try await world.pool.transaction { tx in try await tx.setVerifiedEmail("Mum@example.org", of: guardian.user.id, now: world.clock.now) }
            #expect(try await Self.list(world, guardian).items.map(\.id) == [id])
            #expect(try await world.accept(id, guardian).status == 200)
            #expect(try await world.mails("You may act for somebody now").map(\.address.text) == ["Mum@example.org"])
            #expect(try await world.count("SELECT count(*) FROM guardianships WHERE invited_email IS NULL AND guardian_id = \(guardian.user.id)") == 1)
            #expect(try await world.actFor(ward.user.id, guardian.accessToken).status == 200)
        }
    }

    @Test func refusesEverybodyElse() async throws {
        try await World.run { world in
            let (ward, guardian, id) = try await world.family()
            try await world.signUp("eve")
            try await world.signUp("doc", type: "provider")
            let (eve, doc, chief) = (try await world.logIn("eve"), try await world.logIn("doc"), try await world.admin())
            let path = "/users/\(ward.user.id)/guardianships"
            let invitation = ["guardianId": eve.user.id.description]
            for other in [eve, doc, guardian] {
                #expect(try await world.get(path, token: other.accessToken).status == 404)
                #expect(try await world.post(path, json: invitation, token: other.accessToken).status == 404)
                #expect(try await world.send(.DELETE, "\(path)/\(id)", token: other.accessToken).status == 404)
            }
            #expect(try await world.endGuardianship(id, eve).status == 404)
            #expect(try await world.accept(id, eve).status == 404)
            #expect(try await world.post(path, json: invitation).status == 401)
            // Nobody acts for a provider, nor for themselves, nor is anybody invited who is not there.
            #expect(try await world.invite(doc, invitation).status == 403)
            #expect(try await world.invite(ward, ["guardianId": ward.user.id.description]).problem.fieldNames == ["guardianId"])
            #expect(try await world.invite(ward, ["guardianId": UserID(UUID.v7()).description]).problem.fieldNames == ["guardianId"])
            // An operator does it for a child without a say, and accepts for nobody.
            let byChief = try await world.post(path, json: invitation, token: chief.accessToken)
            #expect(byChief.status == 201)
            let second = try byChief.decode(GuardianshipView.self).id
            #expect(try await world.send(.PUT, "/users/\(eve.user.id)/guardianships/\(second)/acceptance", token: chief.accessToken).status == 403)
            #expect(try await world.send(.DELETE, "\(path)/\(second)", token: chief.accessToken).status == 204)
            // It takes a sign-in of just now.
            world.clock.advance(StepUp.longest + 1)
            #expect(try await world.invite(ward, invitation).member("type")?.hasSuffix("/insufficient-user-authentication") == true)
        }
    }

    @Test func anOperatorShowsASecondFactorFirst() async throws {
        try await World.run { world in
            let (ward, guardian, id) = try await world.family()
            let chief = try await world.adminWithOneFactor()
            let path = "/users/\(ward.user.id)/guardianships"
            let answers = [
                try await world.get(path, token: chief.accessToken),
                try await world.post(path, json: ["email": "aunt@example.org"], token: chief.accessToken),
                try await world.send(.DELETE, "\(path)/\(id)", token: chief.accessToken)
            ]
            for answer in answers { #expect(answer.member("type")?.hasSuffix("/insufficient-user-authentication") == true) }
            #expect(try await Self.list(world, guardian).items.map(\.id) == [id])
            // Their own are theirs as anybody's are.
            #expect(try await Self.list(world, chief).items.isEmpty)
        }
    }

    @Test func anOperatorInvitesOthersAndNeverThemselves() async throws {
        try await World.run { world in
            try await world.signUp("child")
            let (ward, chief) = (try await world.logIn("child"), try await world.admin())
            try await world.pool.transaction { tx in
                try await tx.setVerifiedEmail("chief@example.org", of: chief.user.id, now: world.clock.now)
            }
            for guest in [["guardianId": chief.user.id.description], ["email": "chief@example.org"]] {
                let answer = try await world.post("/users/\(ward.user.id)/guardianships", json: guest, token: chief.accessToken)
                #expect(try answer.status == 403 && answer.problem.slug == "forbidden", "\(answer.text)")
            }
            #expect(try await world.count("SELECT count(*) FROM guardianships") == 0)
            // The ward may.
            #expect(try await world.invite(ward, ["guardianId": chief.user.id.description]).status == 201)
        }
    }

    /// The language of an operator's request is not theirs.
    @Test func whatAnOperatorDoesIsToldInEachLanguageToWhoHasNamedNone() async throws {
        try await World.run { world in
            try await world.signUp("child", extra: ["email": "child@example.org"], isProven: true)
            let (ward, chief) = (try await world.logIn("child"), try await world.admin())
            let path = "/users/\(ward.user.id)/guardianships"
            let (english, french) = ("Somebody was invited to act for you", "Quelqu’un a été invité à agir pour vous")
            for (guest, caller, subject) in [("aunt", chief, "\(english) / \(french)"), ("uncle", ward, french)] {
                let json = ["email": "\(guest)@example.org"]
                let invited = try await world.post(path, json: json, token: caller.accessToken, headers: ["Accept-Language": "fr"])
                #expect(invited.status == 201, "\(invited.text)")
                #expect(try await world.mails(subject).map(\.address.text) == ["child@example.org"], "\(guest)")
            }
        }
    }

    @Test func nobodyIsInvitedWithoutEnd() async throws {
        try await World.run { world in
            try await world.signUp("child")
            let ward = try await world.logIn("child")
            for number in 0..<Guardianship.mostADay { #expect(try await world.invite(ward, ["email": "g\(number)@example.org"]).status == 201) }
            let refused = try await world.invite(ward, ["email": "another@example.org"])
            #expect(refused.status == 429 && refused.member("type")?.hasSuffix("/too-many-requests") == true)
            #expect(refused.header("Retry-After") == "86400")
            #expect(try await world.invite(ward, ["email": "g0@example.org"]).status == 200)
            let page = try await Self.list(world, ward, "?limit=4")
            let rest = try await Self.list(world, ward, "?limit=50&after=\(try #require(page.nextCursor))")
            #expect(page.items.count == 4 && rest.items.count == Guardianship.mostADay - 4 && rest.nextCursor == nil)
            #expect(Set((page.items + rest.items).map(\.id)).count == Guardianship.mostADay)
        }
    }

    /// Two who have the same address accept at once: one does.
    @Test func oneOfTwoAccepts() async throws {
        try await World.run { world in
            let child = try await world.signUp("child")
            let logins = try await ["mum", "dad"].asyncMap { name in
                let user = try await world.signUp(name)
                try await world.pool.transaction { tx in try await tx.setVerifiedEmail("home@example.org", of: user.id, now: world.clock.now) }
                return try await world.logIn(name)
            }
            let ward = try await world.logIn("child")
            for _ in 0..<5 {
                let id = try await world.invite(ward, ["email": "home@example.org"]).decode(GuardianshipView.self).id
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for login in logins + logins { group.addTask { try await world.accept(id, login).status } }
                    return try await group.reduce(into: [Int]()) { $0.append($1) }
                }
                #expect(statuses.filter { $0 == 200 }.count == 2 && statuses.filter { $0 == 404 }.count == 2)
                #expect(try await world.count("SELECT count(*) FROM guardianships WHERE ward_id = \(child.id) AND ended_at IS NULL") == 1)
                #expect(try await world.endGuardianship(id, ward).status == 204)
            }
        }
    }
}

extension Sequence where Element: Sendable {
    fileprivate func asyncMap<T>(_ body: (Element) async throws -> T) async rethrows -> [T] {
        var all: [T] = []
        for element in self { all.append(try await body(element)) }
        return all
    }
}
