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

    private static func isVerified(_ server: AuthServer, _ login: LoginView) async throws -> Bool? {
        try await server.get("/users/\(login.user.id)", token: login.accessToken).decode(UserView.self).verified
    }

    @Test func whoSignsUpAsAProviderIsToldThatNobodyHasVerifiedThem() async throws {
        try await AuthServer.with { server in
            let grace = try await server.signUp("grace", type: "provider")
            #expect(grace.verified == false)
            #expect(try await server.logIn("grace").user.verified == false)
            #expect(try await server.event(UserRegistered.self, about: grace.id.uuid).verified == false)
            let told: [UUID: UserSnapshot] = try await server.pool.told(.users, of: snapshots)
            #expect(told[grace.id.uuid]?.verified == false)
            let ada = try await server.signUp("ada")
            #expect(ada.verified == nil)
            #expect(try await server.event(UserRegistered.self, about: ada.id.uuid).verified == nil)
            let browser = TestBrowser(server)
            let start = try await browser.get("/account")
            let login = try await browser.get(try #require(start.header("Location")))
            _ = try await browser.submit(login, [("username", "grace"), ("password", AuthServer.password)])
            #expect(try await browser.get("/account").text.contains("Nobody has verified yet that you are a provider."))
        }
        try await AuthServer.with({ $0.providersVerified = .assumed }) { server in
            let grace = try await server.signUp("grace", type: "provider")
            #expect(grace.verified == true)
            #expect(try await server.event(UserRegistered.self, about: grace.id.uuid).verified == true)
        }
    }

    @Test func anOrganisationVerifiesItsPractitionersAndTakesThatBack() async throws {
        try await AuthServer.with { server in
            let house = try await OrganisationTests.House(server)
            let grace = try await house.member("grace", type: "provider", #"["practitioner"]"#)
            let administrator = try await house.member("adam", type: "provider", #"["administrator","practitioner"]"#)
            let place = "/members/\(grace.user.id)/verification"
            // Nobody vouches for themselves, nor without the role for it.
            #expect(try await house.send(.PUT, place, Self.licence, as: grace).status == .forbidden)
            #expect(try await house.send(.PUT, "/members/\(administrator.user.id)/verification", Self.licence, as: administrator).status == .forbidden)
            #expect(try await house.send(.PUT, place, #"{"licenceNumber":" "}"#, as: administrator).fields == ["licenceNumber"])
            #expect(try await house.send(.PUT, "/members/\(house.owner.user.id)/verification", Self.licence, as: administrator).status == .forbidden)
            try await server.signUp("stan", type: "provider")
            let stranger = try await server.logIn("stan")
            #expect(try await house.send(.PUT, place, Self.licence, as: stranger).status == .notFound)
            #expect(try await house.send(.PUT, "/members/\(stranger.user.id)/verification", Self.licence, as: administrator).status == .notFound)

            #expect(try await house.send(.PUT, place, Self.licence, as: administrator).status == .noContent)
            #expect(try await Self.isVerified(server, grace) == true)
            let event = try await server.event(UserUpdated.self, about: grace.user.id.uuid)
            #expect(event.version == 2 && event.verified == true)
            // Again it is the number alone that is new.
            #expect(try await house.send(.PUT, place, #"{"licenceNumber":"MB-7"}"#, as: administrator).status == .noContent)
            #expect(try await server.events(about: grace.user.id.uuid).count == 2)
            let shown = try await server.get("/admin/users/\(grace.user.id)/verification", token: house.chief.accessToken).decode(VerificationView.self)
            #expect(shown.verified && shown.verifications.map(\.licenceNumber) == ["MB-7"])
            #expect(shown.verifications.map(\.organisationId) == [house.id] && shown.verifications.map(\.verifiedBy) == [administrator.user.id])
            #expect(try await server.audit(.providerVerified) == 2)
            // The number is nowhere in clear.
            let records = try await server.pool.withConnection { try await $0.verifications(of: grace.user.id) }
            #expect(records.allSatisfy { !String(decoding: $0.sealedLicence, as: UTF8.self).contains("MB-") })
            #expect(try await server.count("SELECT count(*) FROM outbox WHERE strpos(convert_from(data, 'UTF8'), 'MB-') > 0") == 0)

            // The platform vouches too: what the organisation takes back leaves them verified.
            let admin = "/admin/users/\(grace.user.id)/verification"
            let put = try await server.send(.PUT, admin, token: house.chief.accessToken, headers: OrganisationTests.json, body: Array(Self.licence.utf8))
            #expect(put.status == .noContent)
            #expect(try await house.send(.DELETE, place, as: administrator).status == .noContent)
            #expect(try await house.send(.DELETE, place, as: administrator).status == .notFound)
            #expect(try await Self.isVerified(server, grace) == true)
            #expect(try await server.send(.DELETE, admin, token: house.chief.accessToken).status == .noContent)
            #expect(try await Self.isVerified(server, grace) == false)
            #expect(try await server.events(about: grace.user.id.uuid).count == 3)
        }
    }

    /// Optional, since a licence is vouched for anew each time: but for who names what they have read.
    @Test func aVerificationIsChangedAsItWasRead() async throws {
        try await AuthServer.with { server in
            let house = try await OrganisationTests.House(server)
            let grace = try await house.member("grace", type: "provider", #"["practitioner"]"#)
            let (place, admin) = ("/members/\(grace.user.id)/verification", "/admin/users/\(grace.user.id)/verification")
            func member() async throws -> HTTPHeaders {
                let page = try await house.send(.GET, "/members", as: house.owner).decode(OrganisationTests.Listed<MemberView>.self)
                return ["If-Match": "\"\(try #require(page.items.first { $0.userId == grace.user.id }).version)\""]
            }
            func tag() async throws -> HTTPHeaders {
                ["If-Match": try #require(try await server.get(admin, token: house.chief.accessToken).header("ETag"))]
            }
            func byPlatform(_ method: HTTPMethod, _ condition: HTTPHeaders) async throws -> HTTPResponseStatus {
                var headers = condition
                if method == .PUT { headers.add(contentsOf: OrganisationTests.json) }
                let body = method == .PUT ? Array(Self.licence.utf8) : []
                return try await server.send(method, admin, token: house.chief.accessToken, headers: headers, body: body).status
            }
            let (before, seen) = (try await member(), try await tag())
            #expect(try await house.send(.PUT, place, Self.licence, as: house.owner, headers: before).status == .noContent)
            #expect(try await house.send(.PUT, place, Self.licence, as: house.owner, headers: before).status == .preconditionFailed)
            #expect(try await house.send(.DELETE, place, as: house.owner, headers: before).status == .preconditionFailed)
            for method in [HTTPMethod.PUT, .DELETE] { #expect(try await byPlatform(method, seen) == .preconditionFailed) }
            #expect(try await byPlatform(.PUT, try await tag()) == .noContent)
            #expect(try await house.send(.DELETE, place, as: house.owner, headers: try await member()).status == .noContent)
            let last = try await tag()
            #expect(try await byPlatform(.DELETE, last) == .noContent)
            #expect(try await byPlatform(.DELETE, last) == .preconditionFailed)
        }
    }

    /// Who counts as verified without a row does so after an organisation has taken back its own, and not after the platform has taken back all.
    @Test func anOrganisationTakesBackNothingThatItDidNotGive() async throws {
        try await AuthServer.with({ $0.providersVerified = .assumed }) { server in
            let house = try await OrganisationTests.House(server)
            let grace = try await house.member("grace", type: "provider", #"["practitioner"]"#)
            let place = "/members/\(grace.user.id)/verification"
            for isLeft in [true, false] {
                #expect(try await house.send(.PUT, place, Self.licence, as: house.owner).status == .noContent)
                #expect(try await house.send(.DELETE, place, as: house.owner).status == .noContent)
                #expect(try await Self.isVerified(server, grace) == isLeft)
                let withdrawn = try await server.send(.DELETE, "/admin/users/\(grace.user.id)/verification", token: house.chief.accessToken)
                #expect(withdrawn.status == .noContent)
                #expect(try await Self.isVerified(server, grace) == false)
            }
        }
    }

    @Test func operatorsDoItAtTheTerminal() async throws {
        try await AuthServer.with { server in
            let grace = try await server.signUp("grace", type: "provider")
            try await server.signUp("ada")
            let (pool, masters, now) = (server.pool, server.dependencies.masters, server.clock.now)
            #expect(try await VerifyProviderCommand.verify("GRACE", licence: "MB-1", masters: masters, pool: pool, now: now) == grace.id)
            #expect(try await Self.isVerified(server, server.logIn("grace")) == true)
            _ = try await VerifyProviderCommand.verify("grace", licence: nil, masters: masters, pool: pool, now: now)
            #expect(try await Self.isVerified(server, server.logIn("grace")) == false)
            for name in ["ada", "nobody"] {
                await #expect(throws: (any Error).self) { try await VerifyProviderCommand.verify(name, licence: "1", masters: masters, pool: pool, now: now) }
            }
            let details = OrganisationDetails(name: "Clinic", addresses: [], timeZone: "UTC")
            let id = try await CreateOrganisationCommand.create(details, owner: "grace", practises: true, pool: pool, now: now)
            #expect(try await pool.withConnection { try await $0.member(grace.id, of: id)?.roles } == [.owner, .practitioner])
            await #expect(throws: (any Error).self) { try await CreateOrganisationCommand.create(details, owner: "ada", practises: true, pool: pool, now: now) }
            #expect(try await server.count("SELECT count(*) FROM organisations") == 1)
        }
    }

    /// Nobody but the platform's admin, in an app of the platform's own.
    @Test func othersHaveNotThesePowers() async throws {
        try await AuthServer.with { server in
            let grace = try await server.signUp("grace", type: "provider")
            let ada = try await server.signUp("ada")
            let chief = try await server.admin()
            let path = "/admin/users/\(grace.id)/verification"
            for name in ["grace", "ada"] {
                let token = try await server.logIn(name).accessToken
                #expect(try await server.get(path, token: token).status == .forbidden)
                #expect(try await server.send(.PUT, path, token: token, headers: OrganisationTests.json, body: Array(Self.licence.utf8)).status == .forbidden)
                #expect(try await server.send(.DELETE, path, token: token).status == .forbidden)
            }
            // Whoever is no provider is not verified.
            let other = "/admin/users/\(ada.id)/verification"
            let put = try await server.send(.PUT, other, token: chief.accessToken, headers: OrganisationTests.json, body: Array(Self.licence.utf8))
            #expect(put.status == .forbidden)
            #expect(try await server.get(other, token: chief.accessToken).status == .forbidden)
            let nobody = "/admin/users/\(UserID(.v7()))/verification"
            #expect(try await server.send(.DELETE, nobody, token: chief.accessToken).status == .notFound)
        }
    }

    @Test func licencesFollowTheMasterKey() async throws {
        try await AuthServer.with { server in
            let grace = try await server.signUp("grace", type: "provider")
            let (pool, masters, now) = (server.pool, server.dependencies.masters, server.clock.now)
            _ = try await VerifyProviderCommand.verify("grace", licence: "MB-1", masters: masters, pool: pool, now: now)
            let next = MasterKeys(current: (0..<32).map { UInt8(255 - $0) }, earlier: [AuthServer.masterKey])
            let reseal = ResealLicences(masters: next)
            for _ in 0..<2 { #expect(try await pool.transaction { tx in try await reseal(after: nil, tx) } == nil) }
            let record = try #require(try await pool.withConnection { try await $0.verifications(of: grace.id).first })
            #expect(record.masterKeyID == next.current.id)
            #expect(try String(decoding: record.opened(next), as: UTF8.self) == "MB-1")
        }
    }
}
