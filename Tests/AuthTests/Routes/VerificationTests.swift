import CareModels
import CareService
import Foundation
import HTTP
import JSON
import Sealing
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct VerificationTests {
    private static let licence = #"{"licenceNumber":"MB-40213"}"#

    private static func isVerified(_ world: World, _ login: LoginView) async throws -> Bool? {
        try await world.get("/users/\(login.user.id)", token: login.accessToken).decode(UserView.self).verified
    }

    @Test func whoSignsUpAsAProviderIsToldThatNobodyHasVerifiedThem() async throws {
        try await World.run { world in
            let grace = try await world.signUp("grace", type: "provider")
            #expect(grace.verified == false)
            #expect(try await world.logIn("grace").user.verified == false)
            #expect(try await world.event(UserRegistered.self, about: grace.id.uuid).verified == false)
            let told: [UUID: UserSnapshot] = try await world.pool.told(.users, of: snapshots)
            #expect(told[grace.id.uuid]?.verified == false)
            let ada = try await world.signUp("ada")
            #expect(ada.verified == nil)
            #expect(try await world.event(UserRegistered.self, about: ada.id.uuid).verified == nil)
            let browser = TestBrowser(world)
            let start = try await browser.get("/account")
            let login = try await browser.get(try #require(start.header("Location")))
            _ = try await browser.submit(login, [("username", "grace"), ("password", World.password)])
            let notice = "Nobody has verified yet that you are a provider."
            #expect(try await browser.get("/account").text.contains(notice))
            // Wherever they are asked to let an app in, too; nobody else is told.
            try await world.saveApp()
            #expect(try await browser.get(TestApp().start()).text.contains(notice))
            let patient = TestBrowser(world)
            let own = try await patient.submit(try await patient.get(TestApp().start()), [("username", "ada"), ("password", World.password)])
            let asked = try await patient.get(try #require(own.header("Location")))
            #expect(asked.text.contains("Third App") && !asked.text.contains(notice))
        }
        try await World.run({ $0.providersVerified = .assumed }) { world in
            let grace = try await world.signUp("grace", type: "provider")
            #expect(grace.verified == true)
            #expect(try await world.event(UserRegistered.self, about: grace.id.uuid).verified == true)
        }
    }

    @Test func anOrganisationVerifiesItsPractitionersAndTakesThatBack() async throws {
        try await World.run { world in
            let house = try await OrganisationTests.House(world)
            let grace = try await house.member("grace", type: "provider", #"["practitioner"]"#)
            let administrator = try await house.member("adam", type: "provider", #"["administrator","practitioner"]"#)
            let place = "/members/\(grace.user.id)/verification"
            // Nobody vouches for themselves, nor without the role for it.
            #expect(try await house.send(.PUT, place, Self.licence, as: grace).status == 403)
            #expect(try await house.send(.PUT, "/members/\(administrator.user.id)/verification", Self.licence, as: administrator).status == 403)
            #expect(try await house.send(.PUT, place, #"{"licenceNumber":" "}"#, as: administrator).problem.fieldNames == ["licenceNumber"])
            let owners = try await house.send(.PUT, "/members/\(house.owner.user.id)/verification", Self.licence, as: administrator)
            #expect(try owners.status == 409 && owners.problem.slug == "not-a-provider")
            try await world.signUp("stan", type: "provider")
            let stranger = try await world.logIn("stan")
            #expect(try await house.send(.PUT, place, Self.licence, as: stranger).status == 404)
            #expect(try await house.send(.PUT, "/members/\(stranger.user.id)/verification", Self.licence, as: administrator).status == 404)

            #expect(try await house.send(.PUT, place, Self.licence, as: administrator).status == 204)
            #expect(try await Self.isVerified(world, grace) == true)
            let event = try await world.event(UserUpdated.self, about: grace.user.id.uuid)
            #expect(event.version == 2 && event.verified == true)
            // Again it is the number alone that is new.
            #expect(try await house.send(.PUT, place, #"{"licenceNumber":"MB-7"}"#, as: administrator).status == 204)
            #expect(try await world.events(about: grace.user.id.uuid).count == 2)
            let shown = try await world.get("/admin/users/\(grace.user.id)/verification", token: house.chief.accessToken).decode(VerificationView.self)
            #expect(shown.verified && shown.verifications.map(\.licenceNumber) == ["MB-7"])
            #expect(shown.verifications.map(\.organisationId) == [house.id] && shown.verifications.map(\.verifiedBy) == [administrator.user.id])
            #expect(try await world.audit(.providerVerified) == 2)
            // The number is nowhere in clear.
            let records = try await world.pool.withConnection { try await $0.verifications(of: grace.user.id) }
            #expect(records.allSatisfy { !String(decoding: $0.sealedLicence, as: UTF8.self).contains("MB-") })
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE strpos(convert_from(data, 'UTF8'), 'MB-') > 0") == 0)

            // The platform vouches too: what the organisation takes back leaves them verified.
            let admin = "/admin/users/\(grace.user.id)/verification"
            let put = try await world.send(.PUT, admin, token: house.chief.accessToken, body: Self.licence)
            #expect(put.status == 204)
            #expect(try await house.send(.DELETE, place, as: administrator).status == 204)
            #expect(try await house.send(.DELETE, place, as: administrator).status == 404)
            #expect(try await Self.isVerified(world, grace) == true)
            #expect(try await world.send(.DELETE, admin, token: house.chief.accessToken).status == 204)
            #expect(try await Self.isVerified(world, grace) == false)
            #expect(try await world.events(about: grace.user.id.uuid).count == 3)
        }
    }

    /// Optional, since a licence is vouched for anew each time: but for who names what they have read.
    @Test func aVerificationIsChangedAsItWasRead() async throws {
        try await World.run { world in
            let house = try await OrganisationTests.House(world)
            let grace = try await house.member("grace", type: "provider", #"["practitioner"]"#)
            let (place, admin) = ("/members/\(grace.user.id)/verification", "/admin/users/\(grace.user.id)/verification")
            func member() async throws -> HTTPHeaders {
                let page = try await house.send(.GET, "/members", as: house.owner).decode(OrganisationTests.Listed<MemberView>.self)
                return ["If-Match": "\"\(try #require(page.items.first { $0.userId == grace.user.id }).version)\""]
            }
            func tag() async throws -> HTTPHeaders {
                ["If-Match": try #require(try await world.get(admin, token: house.chief.accessToken).header("ETag"))]
            }
            func byPlatform(_ method: HTTPMethod, _ condition: HTTPHeaders) async throws -> Int {
                try await world.send(method, admin, token: house.chief.accessToken, headers: condition, body: method == .PUT ? Self.licence : nil).status
            }
            let (before, seen) = (try await member(), try await tag())
            #expect(try await house.send(.PUT, place, Self.licence, as: house.owner, headers: before).status == 204)
            #expect(try await house.send(.PUT, place, Self.licence, as: house.owner, headers: before).status == 412)
            #expect(try await house.send(.DELETE, place, as: house.owner, headers: before).status == 412)
            for method in [HTTPMethod.PUT, .DELETE] { #expect(try await byPlatform(method, seen) == 412) }
            #expect(try await byPlatform(.PUT, try await tag()) == 204)
            #expect(try await house.send(.DELETE, place, as: house.owner, headers: try await member()).status == 204)
            let last = try await tag()
            #expect(try await byPlatform(.DELETE, last) == 204)
            #expect(try await byPlatform(.DELETE, last) == 412)
        }
    }

    /// Who counts as verified without a row does so after an organisation has taken back its own, and not after the platform has taken back all.
    @Test func anOrganisationTakesBackNothingThatItDidNotGive() async throws {
        try await World.run({ $0.providersVerified = .assumed }) { world in
            let house = try await OrganisationTests.House(world)
            let grace = try await house.member("grace", type: "provider", #"["practitioner"]"#)
            let place = "/members/\(grace.user.id)/verification"
            for isLeft in [true, false] {
                #expect(try await house.send(.PUT, place, Self.licence, as: house.owner).status == 204)
                #expect(try await house.send(.DELETE, place, as: house.owner).status == 204)
                #expect(try await Self.isVerified(world, grace) == isLeft)
                let withdrawn = try await world.send(.DELETE, "/admin/users/\(grace.user.id)/verification", token: house.chief.accessToken)
                #expect(withdrawn.status == 204)
                #expect(try await Self.isVerified(world, grace) == false)
            }
        }
    }

    @Test func operatorsDoItAtTheTerminal() async throws {
        try await World.run { world in
            let grace = try await world.signUp("grace", type: "provider")
            try await world.signUp("ada")
            let (pool, masters, now) = (world.pool, world.dependencies.masters, world.clock.now)
            #expect(try await VerifyProviderCommand.verify("GRACE", licence: "MB-1", masters: masters, pool: pool, now: now) == grace.id)
            #expect(try await Self.isVerified(world, world.logIn("grace")) == true)
            _ = try await VerifyProviderCommand.verify("grace", licence: nil, masters: masters, pool: pool, now: now)
            #expect(try await Self.isVerified(world, world.logIn("grace")) == false)
            for name in ["ada", "nobody"] {
                await #expect(throws: (any Error).self) { try await VerifyProviderCommand.verify(name, licence: "1", masters: masters, pool: pool, now: now) }
            }
            let details = OrganisationDetails(name: "Clinic", addresses: [], timeZone: "UTC")
            let id = try await CreateOrganisationCommand.create(details, owner: "grace", practises: true, pool: pool, now: now)
            #expect(try await pool.withConnection { try await $0.member(grace.id, of: id)?.roles } == [.owner, .practitioner])
            await #expect(throws: (any Error).self) { try await CreateOrganisationCommand.create(details, owner: "ada", practises: true, pool: pool, now: now) }
            #expect(try await world.count("SELECT count(*) FROM organisations") == 1)
        }
    }

    /// Nobody but the platform's admin, in an app of the platform's own.
    @Test func othersHaveNotThesePowers() async throws {
        try await World.run { world in
            let grace = try await world.signUp("grace", type: "provider")
            let ada = try await world.signUp("ada")
            let chief = try await world.admin()
            let path = "/admin/users/\(grace.id)/verification"
            for name in ["grace", "ada"] {
                let token = try await world.logIn(name).accessToken
                #expect(try await world.get(path, token: token).status == 403)
                #expect(try await world.send(.PUT, path, token: token, body: Self.licence).status == 403)
                #expect(try await world.send(.DELETE, path, token: token).status == 403)
            }
            // Whoever is no provider is not verified.
            let other = "/admin/users/\(ada.id)/verification"
            for method in [HTTPMethod.GET, .PUT, .DELETE] {
                let answer = try await world.send(method, other, token: chief.accessToken, body: method == .PUT ? Self.licence : nil)
                #expect(try answer.status == 409 && answer.problem.slug == "not-a-provider", "\(method): \(answer.text)")
            }
            let nobody = "/admin/users/\(UserID(.v7()))/verification"
            #expect(try await world.send(.DELETE, nobody, token: chief.accessToken).status == 404)
        }
    }

    @Test func licencesFollowTheMasterKey() async throws {
        try await World.run { world in
            let grace = try await world.signUp("grace", type: "provider")
            let (pool, masters, now) = (world.pool, world.dependencies.masters, world.clock.now)
            _ = try await VerifyProviderCommand.verify("grace", licence: "MB-1", masters: masters, pool: pool, now: now)
            let next = MasterKeys(current: (0..<32).map { UInt8(255 - $0) }, earlier: [World.masterKey])
            let reseal = ResealLicences(masters: next)
            for _ in 0..<2 { #expect(try await pool.transaction { tx in try await reseal(after: nil, tx) } == nil) }
            let record = try #require(try await pool.withConnection { try await $0.verifications(of: grace.id).first })
            #expect(record.masterKeyID == next.current.id)
            #expect(try String(decoding: record.opened(next), as: UTF8.self) == "MB-1")
        }
    }
    /// Who vouches for a provider has no cursor: what is read of it has a bound of its own.
    @Test func ofMoreThanAHundredTheNewestAreShown() async throws {
        try await World.run { world in
            let grace = try await world.signUp("grace", type: "provider")
            let kept = try await world.pool.transaction { tx in
                // A hundred houses that are nowhere else.
                try await tx.execute("ALTER TABLE provider_verifications DROP CONSTRAINT provider_verifications_organisation_id_fkey")
                try await tx.execute(
                    """
                    INSERT INTO provider_verifications (id, user_id, organisation_id, sealed_licence, master_key_id, verified_at)
                    SELECT gen_random_uuid(), \(grace.id), gen_random_uuid(), '', 'a', '2026-07-01T00:00:00Z'::timestamptz - number * interval '1 day'
                    FROM generate_series(1, 130) AS number
                    """)
                return try await tx.verifications(of: grace.id)
            }
            #expect(kept.count == VerificationRecord.mostShown)
            #expect(kept.map(\.verifiedAt) == kept.map(\.verifiedAt).sorted(by: >))
            #expect(kept.first?.verifiedAt == RFC3339.parse("2026-06-30T00:00:00Z"))
            #expect(kept.last?.verifiedAt == RFC3339.parse("2026-03-23T00:00:00Z"))
        }
    }
}
