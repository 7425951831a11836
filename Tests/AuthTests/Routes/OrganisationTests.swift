import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct OrganisationTests {
    struct Listed<Item: Decodable>: Decodable {
        var items: [Item]
        var nextCursor: String?
    }

    /// An organisation with its owner, made by the platform's admin.
    struct House {
        let world: World
        let id: OrganisationID
        let chief: LoginView
        let owner: LoginView

        init(_ world: World) async throws {
            self.world = world
            chief = try await world.admin()
            try await world.signUp("olive")
            owner = try await world.logIn("olive")
            let body = #"{"name":"Riverside Clinic","addresses":["1 Main Street\nWinnipeg"],"timeZone":"America/Winnipeg","ownerId":"\#(owner.user.id)"}"#
            let made = try await world.send(.POST, "/organisations", token: chief.accessToken, body: body)
            #expect(made.status == 201 && made.header("ETag") == "\"1\"")
            id = try made.decode(OrganisationView.self).id
        }

        var path: String { "/organisations/\(id)" }

        func send(_ method: HTTPMethod, _ path: String, _ body: String? = nil, as login: LoginView, headers: HTTPHeaders = [:]) async throws -> Answer {
            try await world.send(method, self.path + path, token: login.accessToken, headers: headers, body: body)
        }

        /// A new person who is a member with these roles.
        func member(_ name: String, type: String = "patient", _ roles: String) async throws -> LoginView {
            let person = try await world.signUp(name, type: type)
            let added = try await send(.POST, "/members", #"{"userId":"\#(person.id)","roles":\#(roles)}"#, as: chief)
            #expect(added.status == 201, "\(added.text)")
            return try await world.logIn(name)
        }

        func roles(of user: UserID) async throws -> [String] {
            let row = try await world.pool.withConnection { try await $0.member(user, of: id) }
            return row?.roles.words ?? []
        }
    }

    static let anyVersion: HTTPHeaders = ["If-Match": "*"]

    @Test func itIsMadeChangedAndClosed() async throws {
        try await World.run { world in
            let house = try await House(world)
            let read = try await house.send(.GET, "", as: house.owner)
            #expect(try read.decode(OrganisationView.self).roles == [.owner])
            let mine = try await world.get("/organisations", token: house.owner.accessToken).decode(Listed<OrganisationView>.self)
            #expect(mine.items.map(\.id) == [house.id])

            let change = #"{"name":"Riverside Heart Clinic","addresses":null}"#
            #expect(try await house.send(.PATCH, "", change, as: house.owner).status == 428)
            let changed = try await house.send(.PATCH, "", change, as: house.owner, headers: ["If-Match": "\"1\""])
            #expect(changed.header("ETag") == "\"2\"")
            let view = try changed.decode(OrganisationView.self)
            #expect(view.name == "Riverside Heart Clinic" && view.addresses == [] && view.timeZone == "America/Winnipeg")
            #expect(try await house.send(.PATCH, "", #"{"name":"Late"}"#, as: house.owner, headers: ["If-Match": "\"1\""]).status == 412)
            let event = try await world.event(OrganisationChanged.self, about: house.id.uuid)
            #expect(event.version == 3 && event.name == "Riverside Heart Clinic")

            #expect(try await house.send(.DELETE, "", as: house.owner).status == 428)
            #expect(try await house.send(.DELETE, "", as: house.owner, headers: ["If-Match": "\"1\""]).status == 412)
            #expect(try await house.send(.DELETE, "", as: house.owner, headers: ["If-Match": "\"2\""]).status == 204)
            #expect(try await house.send(.GET, "", as: house.owner).status == 404)
            #expect(try await house.send(.GET, "", as: house.chief).status == 404)
            let types = [OrganisationCreated.type, OrganisationMemberJoined.type, OrganisationChanged.type, OrganisationClosed.type]
            #expect(try await world.events(about: house.id.uuid) == types)
            let told: [UUID: OrganisationSnapshot] = try await world.pool.told(.organisations, of: snapshots)
            #expect(told[house.id.uuid]?.isClosed == true && told[house.id.uuid]?.members == [] && told[house.id.uuid]?.version == 4)
        }
    }

    /// A member's version, by which two who edit them do not overwrite each other.
    @Test func aMemberIsChangedAsTheyWereRead() async throws {
        try await World.run { world in
            let house = try await House(world)
            let rita = try await house.member("rita", #"["receptionist"]"#)
            let path = "/members/\(rita.user.id)"
            func listed() async throws -> Int {
                let page = try await house.send(.GET, "/members", as: house.owner).decode(Listed<MemberView>.self)
                return try #require(page.items.first { $0.userId == rita.user.id }).version
            }
            func change(_ roles: String, _ version: Int?) async throws -> Answer {
                let headers: HTTPHeaders = version.map { ["If-Match": "\"\($0)\""] } ?? [:]
                return try await house.send(.PATCH, path, #"{"roles":["\#(roles)"]}"#, as: house.owner, headers: headers)
            }
            let first = try await listed()
            for method in [HTTPMethod.PATCH, .DELETE] {
                #expect(try await house.send(method, path, method == .PATCH ? "{}" : nil, as: house.owner).status == 428)
            }
            let changed = try await change("reviewer", first)
            let second = try await listed()
            #expect(changed.status == 200 && changed.header("ETag") == "\"\(second)\"" && second != first)
            // What changes nothing is no change.
            #expect(try await change("reviewer", second).header("ETag") == "\"\(second)\"")
            #expect(try await change("receptionist", first).status == 412)
            let stale: HTTPHeaders = ["If-Match": "\"\(first)\""]
            #expect(try await house.send(.DELETE, path, as: house.owner, headers: stale).status == 412)
            #expect(try await house.roles(of: rita.user.id) == ["reviewer"])
            // Nobody who left and came back is who was read before.
            #expect(try await house.send(.DELETE, path, as: house.owner, headers: ["If-Match": "\"\(second)\""]).status == 204)
            let body = #"{"userId":"\#(rita.user.id)","roles":["reviewer"]}"#
            let back = try await house.send(.POST, "/members", body, as: house.chief)
            let third = try await listed()
            #expect(back.header("ETag") == "\"\(third)\"")
            for version in [first, second] { #expect(try await change("receptionist", version).status == 412) }
            // Of many at once one wins.
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for roles in ["receptionist", "administrator", "receptionist", "administrator"] {
                    group.addTask { try await change(roles, third).status }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200, 412, 412, 412])
        }
    }

    /// A person's row and an organisation's are what their own logins and changes wait for: who has no say there is refused without them.
    @Test func whoHasNoSayLocksNobody() async throws {
        try await World.run { world in
            let house = try await House(world)
            let receptionist = try await house.member("rita", #"["receptionist"]"#)
            let practitioner = try await house.member("grace", type: "provider", #"["practitioner"]"#)
            try await world.signUp("stan")
            let stranger = try await world.logIn("stan")
            let grace = practitioner.user.id
            let (place, licence, invitation) = ("/members/\(grace)/verification", #"{"licenceNumber":"MB-7"}"#, #"{"userId":"\#(grace)","roles":["reviewer"]}"#)
            let (statuses, told) = AsyncStream<Int>.makeStream()
            let asked = try await world.pool.transaction { tx in
                _ = try await tx.lockedUser(grace)
                _ = try await tx.lockedOrganisation(house.id)
                let asked = Task {
                    defer { told.finish() }
                    for (method, path, body, login) in [
                        (.POST, "/invitations", invitation, stranger), (.PUT, place, licence, stranger), (.DELETE, place, nil, stranger),
                        (.PATCH, "", #"{"name":"Mine"}"#, stranger), (.POST, "/invitations", invitation, receptionist), (.DELETE, place, nil, receptionist)
                    ] as [(HTTPMethod, String, String?, LoginView)] {
                        let headers = method == .PATCH ? Self.anyVersion : [:]
                        let status = try await house.send(method, path, body, as: login, headers: headers).status
                        told.yield(status)
                    }
                }
                #expect(await statuses.reduce(into: []) { $0.append($1) } == [404, 404, 404, 404, 403, 403])
                return asked
            }
            try await asked.value
        }
    }

    /// What each role may, and what it hears otherwise.
    @Test func whoMayDoWhat() async throws {
        try await World.run { world in
            let house = try await House(world)
            let administrator = try await house.member("adam", #"["administrator"]"#)
            let receptionist = try await house.member("rita", #"["receptionist"]"#)
            let practitioner = try await house.member("grace", type: "provider", #"["practitioner"]"#)
            try await world.signUp("stan")
            let stranger = try await world.logIn("stan")
            let (rita, olive) = (receptionist.user.id, house.owner.user.id)
            let invitation = #"{"userId":"\#(stranger.user.id)","roles":["reviewer"]}"#

            func statuses(_ login: LoginView) async throws -> [Int] {
                var found: [Int] = []
                found.append(try await house.send(.GET, "", as: login).status)
                found.append(try await house.send(.GET, "/members", as: login).status)
                found.append(try await house.send(.PATCH, "", #"{"name":"Riverside"}"#, as: login, headers: ["If-Match": "*"]).status)
                found.append(try await house.send(.GET, "/invitations", as: login).status)
                found.append(try await house.send(.POST, "/invitations", invitation, as: login).status)
                found.append(try await house.send(.PATCH, "/members/\(rita)", #"{"roles":["receptionist"]}"#, as: login, headers: Self.anyVersion).status)
                found.append(try await house.send(.PATCH, "/members/\(rita)", #"{"roles":["owner"]}"#, as: login, headers: Self.anyVersion).status)
                found.append(try await house.send(.PATCH, "/members/\(rita)", #"{"roles":["receptionist"]}"#, as: house.chief, headers: Self.anyVersion).status)
                found.append(try await house.send(.DELETE, "/members/\(olive)", as: login, headers: Self.anyVersion).status)
                return found
            }
            #expect(try await statuses(house.owner) == [200, 200, 200, 200, 201, 200, 200, 200, 409])
            // Who is invited already hears of it no more: 200.
            #expect(try await statuses(administrator) == [200, 200, 200, 200, 200, 200, 403, 200, 403])
            for login in [receptionist, practitioner] { #expect(try await statuses(login) == [200, 200, 403, 403, 403, 403, 403, 200, 403]) }
            #expect(try await statuses(stranger) == [404, 404, 404, 404, 404, 404, 404, 200, 404])
            #expect(try await house.send(.DELETE, "", as: administrator, headers: Self.anyVersion).status == 403)
            #expect(try await house.send(.POST, "/members", invitation, as: house.owner).status == 403)
            let body = #"{"name":"Mine","timeZone":"UTC","ownerId":"\#(olive)"}"#
            #expect(try await world.send(.POST, "/organisations", token: house.owner.accessToken, body: body).status == 403)
            // Practitioners are providers, and everybody may leave.
            let practising = try await house.send(.PATCH, "/members/\(rita)", #"{"roles":["practitioner"]}"#, as: house.owner, headers: Self.anyVersion)
            #expect(try practising.status == 409 && practising.problem.slug == "not-a-provider")
            #expect(
                try await house.send(.PATCH, "/members/\(rita)", #"{"roles":["janitor"]}"#, as: house.owner, headers: Self.anyVersion).problem.fieldNames == ["roles"])
            #expect(try await house.send(.DELETE, "/members/\(rita)", as: receptionist, headers: Self.anyVersion).status == 204)
            #expect(try await house.send(.GET, "", as: receptionist).status == 404)
        }
    }

    @Test func anInvitationByMailIsForWhoeverHasProvenTheAddressOnce() async throws {
        try await World.run { world in
            let house = try await House(world)
            let invite = #"{"email":"Grace@Example.org","roles":["reviewer","receptionist"]}"#
            let made = try await house.send(.POST, "/invitations", invite, as: house.owner)
            #expect(made.status == 201)
            let id = try made.decode(InvitationView.self).id
            let mail = try #require(try await world.mails("You are invited to an organisation").first)
            #expect(mail.address.text == "Grace@Example.org" && mail.text.contains("Riverside Clinic") && mail.text.contains("/account/invitations\n"))
            #expect(!mail.text.contains(id.description))

            let path = "/organisations/invitations/\(id)/acceptance"
            func listed(_ login: LoginView) async throws -> [OrganisationInvitationID] {
                try await world.get("/organisations/invitations", token: login.accessToken).decode(Listed<OwnInvitationView>.self).items.map(\.id)
            }
            // Whoever says that the address is theirs has not proven it.
            for name in ["grace", "eve"] { try await world.signUp(name, extra: ["email": "grace@example.org"]) }
            let (grace, eve) = (try await world.logIn("grace"), try await world.logIn("eve"))
            for login in [grace, eve, house.owner] {
                #expect(try await listed(login) == [])
                #expect(try await world.send(.POST, path, token: login.accessToken).status == 404)
            }
            try await world.pool.transaction { tx in try await tx.setVerifiedEmail("grace@example.org", of: grace.user.id, now: world.clock.now) }
            #expect(try await listed(grace) == [id])
            #expect(try await listed(eve) == [])
            let joined = try await world.send(.POST, path, token: grace.accessToken)
            #expect(joined.status == 201 && joined.header("Location") == house.path)
            #expect(try await house.roles(of: grace.user.id) == ["receptionist", "reviewer"])
            #expect(try await world.send(.POST, path, token: grace.accessToken).status == 404)
            #expect(try await world.event(OrganisationMemberJoined.self, about: house.id.uuid).userId == house.owner.user.id)
            #expect(try await world.audit(.memberJoined) == 2)
        }
    }

    /// Of whom only an address is known, it is asked when they accept.
    @Test func nobodyElseThanAProviderBecomesAPractitioner() async throws {
        try await World.run { world in
            let house = try await House(world)
            try await world.signUp("stan", extra: ["email": "stan@example.org"])
            let stan = try await world.logIn("stan")
            let named = #"{"userId":"\#(stan.user.id)","roles":["practitioner"]}"#
            for (path, login) in [("/members", house.chief), ("/invitations", house.owner)] {
                let refused = try await house.send(.POST, path, named, as: login)
                #expect(try refused.status == 409 && refused.problem.slug == "not-a-provider", "\(refused.text)")
            }
            let mailed = try await house.send(.POST, "/invitations", #"{"email":"stan@example.org","roles":["practitioner"]}"#, as: house.owner)
            #expect(mailed.status == 201)
            let id = try mailed.decode(InvitationView.self).id
            try await world.pool.transaction { tx in try await tx.setVerifiedEmail("stan@example.org", of: stan.user.id, now: world.clock.now) }
            let refused = try await world.send(.POST, "/organisations/invitations/\(id)/acceptance", token: stan.accessToken)
            #expect(try refused.status == 409 && refused.problem.slug == "not-a-provider")
            #expect(try await house.roles(of: stan.user.id) == [])
        }
    }

    @Test func anInvitationEnds() async throws {
        try await World.run { world in
            let house = try await House(world)
            let grace = try await world.signUp("grace")
            func invite() async throws -> OrganisationInvitationID {
                let answer = try await house.send(.POST, "/invitations", #"{"userId":"\#(grace.id)","roles":["reviewer"]}"#, as: house.owner)
                return try answer.decode(InvitationView.self).id
            }
            let taken = try await invite()
            #expect(try await house.send(.DELETE, "/invitations/\(taken)", as: house.owner).status == 204)
            #expect(try await house.send(.DELETE, "/invitations/\(taken)", as: house.owner).status == 404)
            let late = try await invite()
            world.clock.advance(OrganisationRule.lifetime + 1)
            let login = try await world.logIn("grace")
            for id in [taken, late] {
                #expect(try await world.send(.POST, "/organisations/invitations/\(id)/acceptance", token: login.accessToken).status == 404)
            }
            // Who may not invite does not learn who there is.
            let nobody = #"{"userId":"\#(UUID())","roles":["reviewer"]}"#
            #expect(try await house.send(.POST, "/invitations", nobody, as: login).text.contains("There is no such organisation."))
            #expect(try await house.send(.POST, "/invitations", nobody, as: house.chief).text.contains("There is no such user."))
            // Neither nobody nor two are invited at once.
            let owner = try await world.logIn("olive")
            #expect(try await house.send(.POST, "/invitations", #"{"roles":["reviewer"]}"#, as: owner).problem.fieldNames == ["userId"])
            #expect(try await house.send(.POST, "/invitations", #"{"email":"nobody","roles":[]}"#, as: owner).problem.fieldNames == ["email", "roles"])
        }
    }

    @Test func whoIsInvitedTwiceIsInvitedOnce() async throws {
        try await World.run { world in
            let house = try await House(world)
            func invite(_ roles: String) async throws -> Answer {
                try await house.send(.POST, "/invitations", #"{"email":"grace@example.org","roles":[\#(roles)]}"#, as: house.owner)
            }
            let first = try await invite(#""reviewer""#)
            let again = try await invite(#""receptionist""#)
            #expect(first.status == 201 && again.status == 200)
            let (one, other) = (try first.decode(InvitationView.self), try again.decode(InvitationView.self))
            #expect(one.id == other.id && other.roles == [.receptionist])
            #expect(try await world.mails("You are invited to an organisation").count == 1)
            // Of an owner only owners invite, nor do others take that away.
            #expect(try await invite(#""owner""#).status == 200)
            let administrator = try await house.member("adam", #"["administrator"]"#)
            let change = #"{"email":"grace@example.org","roles":["reviewer"]}"#
            #expect(try await house.send(.POST, "/invitations", change, as: administrator).status == 403)
            // Before the sweep has come, too.
            world.clock.advance(OrganisationRule.lifetime + 1)
            let owner = try await world.logIn("olive")
            #expect(try await house.send(.POST, "/invitations", change, as: owner).status == 201)
            #expect(try await world.count("SELECT count(*) FROM organisation_invitations") == 1)
        }
    }

    /// Who is sent away, or may ask nobody any more, comes back by no invitation of theirs.
    @Test func whatAMemberAsksIsOverWhenTheyMayNotAskIt() async throws {
        try await World.run { world in
            let house = try await House(world)
            let grace = try await world.signUp("grace")
            let body = #"{"userId":"\#(grace.id)","roles":["administrator"]}"#
            func waiting() async throws -> Int {
                try await house.send(.GET, "/invitations", as: house.owner).decode(Listed<InvitationView>.self).items.count
            }
            let changes: [String?] = [nil, #"{"roles":["receptionist"]}"#]
            for (number, change) in changes.enumerated() {
                let adam = try await house.member("adam\(number)", #"["administrator"]"#)
                #expect(try await house.send(.POST, "/invitations", body, as: adam).status == 201)
                #expect(try await waiting() == 1)
                let done = try await house.send(
                    change == nil ? .DELETE : .PATCH, "/members/\(adam.user.id)", change, as: house.owner, headers: Self.anyVersion)
                #expect(done.status == (change == nil ? 204 : 200))
                #expect(try await waiting() == 0)
            }
            #expect(try await world.audit(.invitationWithdrawn) == 2)
            let login = try await world.logIn("grace")
            let mine = try await world.get("/organisations/invitations", token: login.accessToken).decode(Listed<OwnInvitationView>.self)
            #expect(mine.items.isEmpty)
            // It is that of who asks last, and of who goes on asking.
            let eve = try await house.member("eve", #"["administrator","reviewer"]"#)
            #expect(try await house.send(.POST, "/invitations", body, as: eve).status == 201)
            let less = #"{"roles":["administrator"]}"#
            #expect(try await house.send(.PATCH, "/members/\(eve.user.id)", less, as: house.owner, headers: Self.anyVersion).status == 200)
            #expect(try await waiting() == 1)
            #expect(try await house.send(.POST, "/invitations", body, as: house.owner).status == 200)
            #expect(try await house.send(.DELETE, "/members/\(eve.user.id)", as: house.owner, headers: Self.anyVersion).status == 204)
            #expect(try await waiting() == 1)
            // Nor does anybody come in by whom an operator keeps out.
            let mallory = try await house.member("mallory", #"["administrator"]"#)
            #expect(try await house.send(.POST, "/invitations", #"{"email":"m@example.org","roles":["administrator"]}"#, as: mallory).status == 201)
            #expect(try await waiting() == 2)
            _ = try await SuspendCommand.suspend("mallory", for: .security, pool: world.pool, now: world.clock.now)
            #expect(try await waiting() == 1)
        }
    }

    /// Each was mailed, whether it was taken back or not.
    @Test func whatWasTakenBackCountsForADay() async throws {
        try await World.run { world in
            let house = try await House(world)
            let now = world.clock.now
            try await world.pool.transaction { tx in
                for number in 0..<OrganisationRule.mostInvitations {
                    try await tx.insert(
                        OrganisationInvitationRecord(
                            id: OrganisationInvitationID(UUID.v7()), organisationID: house.id, email: "g\(number)@example.org", roles: [.reviewer], createdAt: now,
                            expiresAt: now + OrganisationRule.lifetime))
                }
            }
            let listed = try await house.send(.GET, "/invitations?limit=50", as: house.owner).decode(Listed<InvitationView>.self).items
            for invitation in listed { #expect(try await house.send(.DELETE, "/invitations/\(invitation.id)", as: house.owner).status == 204) }
            #expect(listed.count == OrganisationRule.mostInvitations)
            #expect(try await house.send(.GET, "/invitations", as: house.owner).decode(Listed<InvitationView>.self).items.isEmpty)
            let body = #"{"email":"grace@example.org","roles":["reviewer"]}"#
            let refused = try await house.send(.POST, "/invitations", body, as: house.owner)
            #expect(refused.status == 429 && refused.member("type")?.hasSuffix("/too-many-requests") == true)
            #expect(refused.header("Retry-After") == "86400")
            world.clock.advance(86_401)
            let owner = try await world.logIn("olive")
            #expect(try await house.send(.POST, "/invitations", body, as: owner).status == 201)
        }
    }

    /// Of many who accept one invitation at once, one joins; and it is told once.
    @Test func acceptancesAtTheSameTimeMakeOneMember() async throws {
        try await World.run { world in
            let house = try await House(world)
            let grace = try await world.signUp("grace")
            let body = #"{"userId":"\#(grace.id)","roles":["reviewer"]}"#
            let id = try await house.send(.POST, "/invitations", body, as: house.owner).decode(InvitationView.self).id
            let login = try await world.logIn("grace")
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<6 {
                    group.addTask { try await world.send(.POST, "/organisations/invitations/\(id)/acceptance", token: login.accessToken).status }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == [201, 404, 404, 404, 404, 404])
            #expect(try await world.events(about: house.id.uuid).count == 3)
        }
    }

    /// Both owners leave at the same moment: one stays.
    @Test func ownersWhoLeaveAtTheSameTimeLeaveOne() async throws {
        try await World.run { world in
            let house = try await House(world)
            let other = try await house.member("otto", #"["owner"]"#)
            let logins = [house.owner, other]
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for login in logins { group.addTask { try await house.send(.DELETE, "/members/\(login.user.id)", as: login, headers: Self.anyVersion).status } }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == [204, 409])
            #expect(try await world.count("SELECT count(*) FROM organisation_members WHERE 'owner' = ANY(roles)") == 1)
        }
    }

    /// An address that somebody merely claims, or that another has proven too, is not theirs to take along.
    @Test func whatWasSentToAnothersAddressStays() async throws {
        try await World.run { world in
            let house = try await House(world)
            try await world.signUp("child")
            let ward = try await world.logIn("child")
            let body = #"{"email":"home@example.org","roles":["reviewer"]}"#
            #expect(try await house.send(.POST, "/invitations", body, as: house.chief).status == 201)
            #expect(try await world.invite(ward, ["email": "home@example.org"]).status == 201)
            for (name, proven) in [("eve", false), ("mum", true), ("dad", true)] {
                let person = try await world.signUp(name, extra: ["email": "Home@example.org"])
                if proven { try await world.pool.transaction { tx in try await tx.setVerifiedEmail("Home@example.org", of: person.id, now: world.clock.now) } }
            }
            for (name, left) in [("eve", 1), ("mum", 1), ("dad", 0)] {
                let login = try await world.logIn(name)
                #expect(try await world.send(.DELETE, "/users/\(login.user.id)", token: login.accessToken).status == 204)
                #expect(try await world.count("SELECT count(*) FROM organisation_invitations WHERE email = 'home@example.org'") == left)
                #expect(try await world.count("SELECT count(*) FROM guardianships WHERE invited_email = 'home@example.org'") == left)
            }
        }
    }

    @Test func whoIsErasedLeavesAndIsInvitedNoMore() async throws {
        try await World.run { world in
            let house = try await House(world)
            try await world.pool.transaction { tx in try await tx.setVerifiedEmail("olive@example.org", of: house.owner.user.id, now: world.clock.now) }
            let body = #"{"email":"olive@example.org","roles":["reviewer"]}"#
            #expect(try await house.send(.POST, "/invitations", body, as: house.chief).status == 201)
            #expect(try await world.send(.DELETE, "/users/\(house.owner.user.id)", token: house.owner.accessToken).status == 204)
            let left = try await world.event(OrganisationMemberLeft.self, about: house.id.uuid)
            #expect(left.userId == house.owner.user.id && left.version == 3)
            #expect(try await world.count("SELECT count(*) FROM organisation_members") == 0)
            #expect(try await world.count("SELECT count(*) FROM organisation_invitations") == 0)
            // The platform's admin names another owner.
            _ = try await house.member("otto", #"["owner"]"#)
            let told: [UUID: OrganisationSnapshot] = try await world.pool.told(.organisations, of: snapshots)
            #expect(told[house.id.uuid]?.version == 4 && told[house.id.uuid]?.members.map(\.roles) == [[.owner]])
        }
    }

    @Test func oneAcceptsOnAPage() async throws {
        try await World.run { world in
            let house = try await House(world)
            let grace = try await world.signUp("grace")
            let body = #"{"userId":"\#(grace.id)","roles":["reviewer"]}"#
            let id = try await house.send(.POST, "/invitations", body, as: house.owner).decode(InvitationView.self).id
            let browser = TestBrowser(world)
            let there = try await browser.get("/account/invitations")
            #expect(there.status == 303)
            let login = try await browser.get(try #require(there.header("Location")))
            let next = try await browser.submit(login, [("username", "grace"), ("password", World.password)])
            let back = try await browser.get(try #require(next.header("Location")))
            #expect(back.header("Location") == "/account/invitations")
            let page = try await browser.get("/account/invitations")
            #expect(page.text.contains("Riverside Clinic") && page.text.contains("reviewer"))
            let done = try await browser.submit(page, [("invitation", id.description)])
            #expect(done.status == 303)
            #expect(try await house.roles(of: grace.id) == ["reviewer"])
            #expect(try await browser.submit(page, [("invitation", id.description)]).status == 410)
        }
    }
}
