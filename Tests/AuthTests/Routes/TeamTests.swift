import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// Teams of an organisation.
@Suite struct TeamTests {
    typealias House = OrganisationTests.House

    private static let anyVersion: HTTPHeaders = ["If-Match": "*"]

    private static func body(_ name: String, _ members: UserID...) -> String { body(name, members) }

    private static func body(_ name: String, _ members: [UserID]) -> String {
        #"{"name":"\#(name)","memberIds":[\#(members.map { "\"\($0)\"" }.joined(separator: ","))]}"#
    }

    /// A team that the owner makes.
    private static func made(_ house: House, _ name: String, _ members: UserID...) async throws -> TeamView {
        let answer = try await house.send(.POST, "/teams", body(name, members), as: house.owner)
        #expect(answer.status == 201, "\(answer.text)")
        return try answer.decode(TeamView.self)
    }

    private static func snapshot(_ house: House) async throws -> OrganisationSnapshot? {
        let told: [UUID: OrganisationSnapshot] = try await house.world.pool.told(.organisations, of: snapshots)
        return told[house.id.uuid]
    }

    @Test func itIsMadeChangedAndDeleted() async throws {
        try await World.run { world in
            let house = try await House(world)
            let rita = try await house.member("rita", #"["receptionist"]"#)
            let (olive, id) = (house.owner.user.id, rita.user.id)
            let made = try await house.send(.POST, "/teams", Self.body(" Front desk ", id, id), as: house.owner)
            let team = try made.decode(TeamView.self)
            #expect(made.status == 201 && made.header("ETag") == "\"1\"" && made.header("Location") == "\(house.path)/teams/\(team.id)")
            #expect(team.name == "Front desk" && team.memberIds == [id] && team.organisationId == house.id)
            let path = "/teams/\(team.id)"
            let read = try await house.send(.GET, path, as: rita)
            #expect(try read.header("ETag") == "\"1\"" && read.decode(TeamView.self) == team)
            let created = try await world.event(OrganisationTeamCreated.self, about: house.id.uuid)
            #expect(created.version == 4 && created.teamId == team.id && created.name == "Front desk" && created.memberIds == [id])

            func change(_ body: String, _ version: Int) async throws -> Answer {
                try await house.send(.PATCH, path, body, as: house.owner, headers: ["If-Match": "\"\(version)\""])
            }
            let changed = try await change(Self.body("Desk", id, olive), 1)
            #expect(changed.header("ETag") == "\"2\"")
            #expect(try changed.decode(TeamView.self).memberIds == [id, olive].sorted())
            // What changes nothing is no change, and what was left out stays.
            #expect(try await change(#"{"name":"Desk"}"#, 2).header("ETag") == "\"2\"")
            #expect(try await change(#"{"name":"Late"}"#, 1).status == 412)
            let event = try await world.event(OrganisationTeamChanged.self, about: house.id.uuid)
            #expect(event.version == 5 && event.name == "Desk" && event.memberIds == [id, olive].sorted())
            #expect(try await Self.snapshot(house)?.teams == [.init(teamId: team.id, name: "Desk", memberIds: [id, olive].sorted())])
            let emptied = try await change(#"{"memberIds":null}"#, 2)
            #expect(try emptied.decode(TeamView.self).memberIds == [])

            for method in [HTTPMethod.PATCH, .DELETE] {
                #expect(try await house.send(method, path, method == .PATCH ? "{}" : nil, as: house.owner).status == 428)
            }
            #expect(try await house.send(.DELETE, path, as: house.owner, headers: ["If-Match": "\"2\""]).status == 412)
            #expect(try await house.send(.DELETE, path, as: house.owner, headers: ["If-Match": "\"3\""]).status == 204)
            for method in [HTTPMethod.GET, .DELETE] { #expect(try await house.send(method, path, as: house.owner, headers: Self.anyVersion).status == 404) }
            let deleted = try await world.event(OrganisationTeamDeleted.self, about: house.id.uuid)
            #expect(deleted.teamId == team.id && deleted.version == 7)
            #expect(try await world.events(about: house.id.uuid).filter { $0 != OrganisationSnapshot.type }.count == 7)
            for (kind, times) in [(AuditEntry.Kind.teamCreated, 1), (.teamChanged, 2), (.teamDeleted, 1)] { #expect(try await world.audit(kind) == times) }
            #expect(try await house.roles(of: id) == ["receptionist"])
        }
    }

    /// What each role may, and what it hears otherwise: also with an app of somebody else's, and of another house's team.
    @Test func whoMayDoWhat() async throws {
        try await World.run { world in
            let house = try await House(world)
            let administrator = try await house.member("adam", #"["administrator"]"#)
            let receptionist = try await house.member("rita", #"["receptionist"]"#)
            let practitioner = try await house.member("grace", type: "provider", #"["practitioner"]"#)
            try await world.signUp("stan")
            let stranger = try await world.logIn("stan")
            let team = try await Self.made(house, "Front desk", receptionist.user.id)

            func statuses(_ login: LoginView) async throws -> [Int] {
                var found: [Int] = []
                found.append(try await house.send(.GET, "/teams", as: login).status)
                found.append(try await house.send(.GET, "/teams/\(team.id)", as: login).status)
                let made = try await house.send(.POST, "/teams", Self.body("Another"), as: login)
                found.append(made.status)
                found.append(try await house.send(.PATCH, "/teams/\(team.id)", Self.body("Desk"), as: login, headers: Self.anyVersion).status)
                let other = made.status == 201 ? try made.decode(TeamView.self).id : team.id
                found.append(try await house.send(.DELETE, "/teams/\(other)", as: login, headers: Self.anyVersion).status)
                return found
            }
            // The platform's admin too.
            for login in [house.owner, administrator, house.chief] { #expect(try await statuses(login) == [200, 200, 201, 200, 204]) }
            for login in [receptionist, practitioner] { #expect(try await statuses(login) == [200, 200, 403, 403, 403]) }
            #expect(try await statuses(stranger) == [404, 404, 404, 404, 404])
            #expect(try await house.send(.GET, "/teams/\(team.id)", as: stranger).text.contains("There is no such organisation."))

            // The owner's own token, given to an app that may read, and to one that may nothing of this.
            let reading = try await world.refresh(house.owner.refreshToken, scope: "organisations:read")
            let readers = try #require(reading.member("access_token"))
            try await world.saveApp()
            var app = TestApp()
            app.scope = "openid organisations:write"
            let code = try await app.code(TestBrowser(world), username: "olive")
            let granted = try await app.exchange(code, on: world)
            #expect(granted.member("scope") == "openid")
            let none = try #require(granted.member("access_token"))
            for (token, status) in [(readers, Int(200)), (none, 403)] {
                for path in ["/teams", "/teams/\(team.id)"] { #expect(try await world.get(house.path + path, token: token).status == status) }
                for (method, path) in [(HTTPMethod.POST, "/teams"), (.PATCH, "/teams/\(team.id)"), (.DELETE, "/teams/\(team.id)")] {
                    let headers: HTTPHeaders = ["If-Match": "*", "Content-Type": "application/json"]
                    let body = method == .DELETE ? "" : Self.body("Mine")
                    #expect(try await world.send(method, house.path + path, token: token, headers: headers, body: Array(body.utf8)).status == 403)
                }
            }
            #expect(try await world.get(house.path + "/teams").status == 401)
        }
    }

    /// Owners of two houses do not reach each other's teams by an address of their own.
    @Test func aTeamIsOfOneOrganisation() async throws {
        try await World.run { world in
            let house = try await House(world)
            let team = try await Self.made(house, "Front desk")
            let stan = try await world.signUp("stan")
            let body = #"{"name":"Other","timeZone":"UTC","ownerId":"\#(stan.id)"}"#
            let other = try await world.send(.POST, "/organisations", token: house.chief.accessToken, body: body)
                .decode(OrganisationView.self)
            let token = try await world.logIn("stan").accessToken
            let path = "/organisations/\(other.id)/teams/\(team.id)"
            let headers: HTTPHeaders = ["If-Match": "*", "Content-Type": "application/json"]
            for (method, body) in [(HTTPMethod.GET, ""), (.PATCH, #"{"name":"Mine"}"#), (.DELETE, "")] {
                let answer = try await world.send(method, path, token: token, headers: headers, body: Array(body.utf8))
                #expect(answer.status == 404 && answer.text.contains("There is no such team."))
            }
            // The name is free in another house, whose members are others.
            let named = try await world.send(
                .POST, "/organisations/\(other.id)/teams", token: token, headers: headers, body: Array(Self.body("Front desk", stan.id).utf8))
            #expect(named.status == 201)
            let stranger = try await house.send(.POST, "/teams", Self.body("Strangers", stan.id), as: house.owner)
            #expect(try stranger.status == 400 && stranger.problem.fieldNames == ["memberIds"])
            let strange = try await house.send(.PATCH, "/teams/\(team.id)", Self.body("Desk", stan.id), as: house.owner, headers: Self.anyVersion)
            #expect(try strange.problem.fieldNames == ["memberIds"])
            #expect(try await house.send(.GET, "/teams/\(team.id)", as: house.owner).decode(TeamView.self) == team)
        }
    }

    @Test func aNameIsThereOnce() async throws {
        try await World.run { world in
            let house = try await House(world)
            let team = try await Self.made(house, "Équipe Médicale")
            let other = try await Self.made(house, "Desk")
            for name in ["équipe médicale", "EQUIPE  MEDICALE"] {
                let again = try await house.send(.POST, "/teams", Self.body(name), as: house.owner)
                #expect(try again.status == 409 && again.member("type")?.hasSuffix("/team-exists") == true && again.problem.fieldNames == ["name"])
                let renamed = try await house.send(.PATCH, "/teams/\(other.id)", #"{"name":"\#(name)"}"#, as: house.owner, headers: Self.anyVersion)
                #expect(renamed.status == 409)
            }
            // Its own name it may spell otherwise.
            let spelled = try await house.send(.PATCH, "/teams/\(team.id)", #"{"name":"Equipe médicale"}"#, as: house.owner, headers: Self.anyVersion)
            #expect(spelled.status == 200)
            for (body, fields) in [
                (#"{"name":" "}"#, ["name"]), ("{}", ["name"]), ("{\"name\":\"\u{200B}\"}", ["name"]), (#"{"name":null}"#, ["name"]),
                (#"{"name":"\#(String(repeating: "a", count: 101))"}"#, ["name"]), (#"{"name":"A","memberIds":["nobody"]}"#, ["memberIds[0]"])
            ] { #expect(try await house.send(.POST, "/teams", body, as: house.owner).problem.fieldNames == fields, "\(body)") }
            #expect(try await house.send(.PATCH, "/teams/\(team.id)", #"{"name":null}"#, as: house.owner, headers: Self.anyVersion).problem.fieldNames == ["name"])
            // Of many at once who want one name one has it.
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 { group.addTask { try await house.send(.POST, "/teams", Self.body("Night"), as: house.owner).status } }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == [201, 409, 409, 409])
        }
    }

    @Test func theListGoesOnAndHasAnEnd() async throws {
        try await World.run { world in
            let house = try await House(world)
            let names = ["ambulance", "Bloc", "Écho", "front desk", "Zone"]
            for name in names.reversed() { _ = try await Self.made(house, name) }
            var (found, cursor) = ([String](), String?.none)
            repeat {
                let on = cursor.map { "&after=\($0)" } ?? ""
                let page = try await house.send(.GET, "/teams?limit=2\(on)", as: house.owner).decode(OrganisationTests.Listed<TeamView>.self)
                #expect(page.items.count <= 2)
                found += page.items.map(\.name)
                cursor = page.nextCursor
            } while cursor != nil
            #expect(found == names)
            #expect(try await house.send(.GET, "/teams?after=made-up", as: house.owner).problem.fieldNames == ["after"])
            for number in names.count..<OrganisationRule.mostTeams { _ = try await Self.made(house, "Team \(number)") }
            let full = try await house.send(.POST, "/teams", Self.body("One more"), as: house.owner)
            #expect(full.status == 409 && full.member("type")?.hasSuffix("/quota-exceeded") == true)
        }
    }

    @Test func aRepeatedRequestMakesOneTeam() async throws {
        try await World.run { world in
            let house = try await House(world)
            let key: HTTPHeaders = ["Idempotency-Key": "made-once"]
            let first = try await house.send(.POST, "/teams", Self.body("Desk"), as: house.owner, headers: key)
            let again = try await house.send(.POST, "/teams", Self.body("Desk"), as: house.owner, headers: key)
            #expect(first.status == 201 && again.status == 201 && again.header("Idempotent-Replayed") == "true" && first.text == again.text)
            #expect(try await house.send(.POST, "/teams", Self.body("Other"), as: house.owner, headers: key).status == 422)
            #expect(try await world.count("SELECT count(*) FROM organisation_teams") == 1)
        }
    }

    /// Who leaves, or is erased, is in no team of the organisation any more, and comes back without them.
    @Test func whoLeavesLeavesTheTeams() async throws {
        try await World.run { world in
            let house = try await House(world)
            let (rita, eve) = (try await house.member("rita", #"["receptionist"]"#), try await house.member("eve", #"["reviewer"]"#))
            let olive = house.owner.user.id
            let team = try await Self.made(house, "Desk", rita.user.id, eve.user.id, olive)
            let without = try await Self.made(house, "Quiet", olive)
            #expect(try await house.send(.DELETE, "/members/\(rita.user.id)", as: rita, headers: Self.anyVersion).status == 204)
            #expect(try await world.send(.DELETE, "/users/\(eve.user.id)", token: eve.accessToken).status == 204)
            let read = try await house.send(.GET, "/teams/\(team.id)", as: house.owner)
            #expect(try read.decode(TeamView.self).memberIds == [olive])
            // Whoever has read it before does not bring them back unseen.
            #expect(read.header("ETag") == "\"3\"")
            #expect(try await house.send(.GET, "/teams/\(without.id)", as: house.owner).header("ETag") == "\"1\"")
            let back = #"{"userId":"\#(rita.user.id)","roles":["receptionist"]}"#
            #expect(try await house.send(.POST, "/members", back, as: house.chief).status == 201)
            let teams = try await Self.snapshot(house)?.teams
            #expect(teams?.map(\.memberIds) == [[olive], [olive]])
        }
    }

    @Test func aClosedOrganisationHasNone() async throws {
        try await World.run { world in
            let house = try await House(world)
            let team = try await Self.made(house, "Desk", house.owner.user.id)
            #expect(try await house.send(.DELETE, "", as: house.owner, headers: Self.anyVersion).status == 204)
            for path in ["/teams", "/teams/\(team.id)"] { #expect(try await house.send(.GET, path, as: house.chief).status == 404) }
            #expect(try await world.count("SELECT count(*) FROM organisation_teams") == 0)
            #expect(try await Self.snapshot(house)?.teams == [])
        }
    }
}
