import CareModels
import CareService
import Foundation
import HTTP
import JSON
import Testing

@testable import AuthService

extension AuthServer {
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
        guard try await accept(id, guardian).status == .ok else { throw Failure("not accepted") }
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

    private static func list(_ server: AuthServer, _ person: LoginView, _ query: String = "") async throws -> Listed {
        try await server.get("/users/\(person.user.id)/guardianships\(query)", token: person.accessToken).decode(Listed.self)
    }

    @Test func isInvitedAcceptedAndEnded() async throws {
        try await AuthServer.with { server in
            let (ward, guardian, id) = try await server.family()
            for person in [ward, guardian] {
                let listed = try await Self.list(server, person).items
                #expect(listed.map(\.id) == [id] && listed[0].state == .active)
                #expect(listed[0].wardId == ward.user.id && listed[0].guardianId == guardian.user.id)
                #expect(listed[0].wardName == "child" && listed[0].guardianName == "parent")
            }
            #expect(try await server.accept(id, guardian).status == .ok)
            #expect(try await server.invite(ward, ["guardianId": guardian.user.id.description]).status == .ok)
            #expect(try await server.count("SELECT count(*) FROM guardianships") == 1)
            #expect(try await server.endGuardianship(id, guardian).status == .noContent)
            #expect(try await server.endGuardianship(id, guardian).status == .notFound)
            #expect(try await server.accept(id, guardian).status == .notFound)
            #expect(try await Self.list(server, ward).items.isEmpty)
            for kind in [AuditEntry.Kind.guardianInvited, .guardianshipBegun, .guardianshipEnded] { #expect(try await server.audit(kind) == 1) }
            let byGuardian = try await server.count(
                "SELECT count(*) FROM audit_log WHERE kind = 'guardianship-ended' AND user_id = \(ward.user.id) AND actor_id = \(guardian.user.id)")
            #expect(byGuardian == 1)
        }
    }

    @Test func anAddressIsAcceptedByWhoHasProvedIt() async throws {
        try await AuthServer.with { server in
            try await server.signUp("child")
            try await server.signUp("parent", extra: ["email": "Mum@example.org"])
            let (ward, guardian) = (try await server.logIn("child"), try await server.logIn("parent"))
            let invited = try await server.invite(ward, ["email": "mum@EXAMPLE.org"])
            let id = try invited.decode(GuardianshipView.self).id
            #expect(invited.status == .created && invited.member("email") == "mum@example.org" && invited.member("guardianId") == nil)
            // An address that nobody has reads the same.
            let other = try await server.invite(ward, ["email": "nobody@example.org"])
            #expect(other.status == .created)
            #expect(try await Self.list(server, guardian).items.isEmpty)
            #expect(try await server.accept(id, guardian).status == .notFound)
            #expect(try await server.mails("You are asked to act for somebody").isEmpty)
            try await server.pool.transaction { tx in try await tx.setVerifiedEmail("Mum@example.org", of: guardian.user.id, now: server.clock.now) }
            #expect(try await Self.list(server, guardian).items.map(\.id) == [id])
            #expect(try await server.accept(id, guardian).status == .ok)
            #expect(try await server.mails("You may act for somebody now").map(\.address.text) == ["Mum@example.org"])
            #expect(try await server.count("SELECT count(*) FROM guardianships WHERE invited_email IS NULL AND guardian_id = \(guardian.user.id)") == 1)
            #expect(try await server.actFor(ward.user.id, guardian.accessToken).status == .ok)
        }
    }

    @Test func refusesEverybodyElse() async throws {
        try await AuthServer.with { server in
            let (ward, guardian, id) = try await server.family()
            try await server.signUp("eve")
            try await server.signUp("doc", type: "provider")
            let (eve, doc, chief) = (try await server.logIn("eve"), try await server.logIn("doc"), try await server.admin())
            let path = "/users/\(ward.user.id)/guardianships"
            let invitation = ["guardianId": eve.user.id.description]
            for other in [eve, doc, guardian] {
                #expect(try await server.get(path, token: other.accessToken).status == .notFound)
                #expect(try await server.post(path, json: invitation, token: other.accessToken).status == .notFound)
                #expect(try await server.send(.DELETE, "\(path)/\(id)", token: other.accessToken).status == .notFound)
            }
            #expect(try await server.endGuardianship(id, eve).status == .notFound)
            #expect(try await server.accept(id, eve).status == .notFound)
            #expect(try await server.post(path, json: invitation).status == .unauthorized)
            // Nobody acts for a provider, nor for themselves, nor is anybody invited who is not there.
            #expect(try await server.invite(doc, invitation).fields == ["id"])
            #expect(try await server.invite(ward, ["guardianId": ward.user.id.description]).fields == ["guardianId"])
            #expect(try await server.invite(ward, ["guardianId": UserID(UUID.v7()).description]).fields == ["guardianId"])
            // An operator does it for a child without a say, and accepts for nobody.
            let byChief = try await server.post(path, json: invitation, token: chief.accessToken)
            #expect(byChief.status == .created)
            let second = try byChief.decode(GuardianshipView.self).id
            #expect(try await server.send(.PUT, "/users/\(eve.user.id)/guardianships/\(second)/acceptance", token: chief.accessToken).status == .forbidden)
            #expect(try await server.send(.DELETE, "\(path)/\(second)", token: chief.accessToken).status == .noContent)
            // It takes a sign-in of just now.
            server.clock.advance(StepUp.longest + 1)
            #expect(try await server.invite(ward, invitation).member("type")?.hasSuffix("/insufficient-user-authentication") == true)
        }
    }

    @Test func anOperatorShowsASecondFactorFirst() async throws {
        try await AuthServer.with { server in
            let (ward, guardian, id) = try await server.family()
            let chief = try await server.adminWithOneFactor()
            let path = "/users/\(ward.user.id)/guardianships"
            let answers = [
                try await server.get(path, token: chief.accessToken),
                try await server.post(path, json: ["email": "aunt@example.org"], token: chief.accessToken),
                try await server.send(.DELETE, "\(path)/\(id)", token: chief.accessToken)
            ]
            for answer in answers { #expect(answer.member("type")?.hasSuffix("/insufficient-user-authentication") == true) }
            #expect(try await Self.list(server, guardian).items.map(\.id) == [id])
            // Their own are theirs as anybody's are.
            #expect(try await Self.list(server, chief).items.isEmpty)
        }
    }

    @Test func anOperatorInvitesOthersAndNeverThemselves() async throws {
        try await AuthServer.with { server in
            try await server.signUp("child")
            let (ward, chief) = (try await server.logIn("child"), try await server.admin())
            try await server.pool.transaction { tx in
                try await tx.setVerifiedEmail("chief@example.org", of: chief.user.id, now: server.clock.now)
            }
            for guest in [["guardianId": chief.user.id.description], ["email": "chief@example.org"]] {
                let answer = try await server.post("/users/\(ward.user.id)/guardianships", json: guest, token: chief.accessToken)
                #expect(answer.status == .badRequest && answer.fields == ["guardianId"], "\(answer.text)")
            }
            #expect(try await server.count("SELECT count(*) FROM guardianships") == 0)
            // The ward may.
            #expect(try await server.invite(ward, ["guardianId": chief.user.id.description]).status == .created)
        }
    }

    @Test func nobodyIsInvitedWithoutEnd() async throws {
        try await AuthServer.with { server in
            try await server.signUp("child")
            let ward = try await server.logIn("child")
            for number in 0..<Guardianship.mostADay { #expect(try await server.invite(ward, ["email": "g\(number)@example.org"]).status == .created) }
            #expect(try await server.invite(ward, ["email": "another@example.org"]).member("type")?.hasSuffix("/quota-exceeded") == true)
            #expect(try await server.invite(ward, ["email": "g0@example.org"]).status == .ok)
            let page = try await Self.list(server, ward, "?limit=4")
            let rest = try await Self.list(server, ward, "?limit=50&after=\(try #require(page.nextCursor))")
            #expect(page.items.count == 4 && rest.items.count == Guardianship.mostADay - 4 && rest.nextCursor == nil)
            #expect(Set((page.items + rest.items).map(\.id)).count == Guardianship.mostADay)
        }
    }

    /// Two who have the same address accept at once: one does.
    @Test func oneOfTwoAccepts() async throws {
        try await AuthServer.with { server in
            let child = try await server.signUp("child")
            let logins = try await ["mum", "dad"].asyncMap { name in
                let user = try await server.signUp(name)
                try await server.pool.transaction { tx in try await tx.setVerifiedEmail("home@example.org", of: user.id, now: server.clock.now) }
                return try await server.logIn(name)
            }
            let ward = try await server.logIn("child")
            for _ in 0..<5 {
                let id = try await server.invite(ward, ["email": "home@example.org"]).decode(GuardianshipView.self).id
                let statuses = try await withThrowingTaskGroup(of: HTTPResponseStatus.self) { group in
                    for login in logins + logins { group.addTask { try await server.accept(id, login).status } }
                    return try await group.reduce(into: [HTTPResponseStatus]()) { $0.append($1) }
                }
                #expect(statuses.filter { $0 == .ok }.count == 2 && statuses.filter { $0 == .notFound }.count == 2)
                #expect(try await server.count("SELECT count(*) FROM guardianships WHERE ward_id = \(child.id) AND ended_at IS NULL") == 1)
                #expect(try await server.endGuardianship(id, ward).status == .noContent)
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
