import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// What a person downloads of what Auth knows of them.
@Suite struct ExportTests {
    private struct Export: Decodable {
        struct Item: Decodable {
            var kind: String?
            var byAnother: Bool?
            var purpose: String?
        }

        struct Factors: Decodable { var recoveryCodesLeft: Int }

        var format: String
        var account: UserView
        var sessions: [SessionView]
        var apps: [ConsentedAppView]
        var factors: Factors
        var links: [Item]
        var waitingMails: [Item]
        var audit: [Item]
    }

    @Test func itHoldsWhatThereIsAndTheAuditSaysSo() async throws {
        try await World.run { world in
            try await world.saveApp()
            let ada = try await world.signUp("ada", extra: ["email": "ada@example.org", "fullName": "Ada Lovelace"])
            try await world.signUp("eve")
            let login = try await world.logIn("ada")
            let app = try await world.setUpTOTP(login)
            _ = try await TestApp().code(TestBrowser(world), username: "eve")
            let chief = try await world.admin()
            #expect(try await world.send(.POST, "/admin/users/\(ada.id)/unlock", token: chief.accessToken).status == 204)
            // With a second factor, for who has just shown it.
            let fresh = try await world.tryLogIn("ada", code: app.code(world)).decode(LoginView.self)
            world.clock.advance(1)
            let answer = try await world.get("/account/export", token: fresh.accessToken)
            #expect(answer.status == 200 && answer.header("Cache-Control") == "no-store" && answer.header("Content-Type") == "application/json")
            #expect(answer.header("Content-Disposition") == "attachment; filename=\"careline-account.json\"")
            let export = try answer.decode(Export.self)
            #expect(export.format == "careline.account.v1" && export.account.fullName == "Ada Lovelace" && export.sessions.count == 2)
            #expect(export.sessions.filter(\.isCurrent).count == 1 && export.factors.recoveryCodesLeft == RecoveryCode.count && export.apps.isEmpty)
            #expect(export.links.map(\.purpose) == ["email"] && export.waitingMails.count == 1)
            let kinds = export.audit.compactMap(\.kind)
            #expect(kinds.contains("signed-up") && kinds.contains("factor-added") && kinds.last == "account-exported")
            #expect(export.audit.filter { $0.byAnother == true }.compactMap(\.kind) == ["unlocked"])
            // Nobody else is in it, nor what a password or a link is.
            for secret in ["eve", chief.user.id.description, "$argon2", fresh.refreshToken] { #expect(!answer.text.contains(secret)) }
            #expect(try await world.audit(.accountExported) == 1)
        }
    }

    @Test func itHoldsWhatBindsThemToOthers() async throws {
        struct Ties: Decodable {
            struct Membership: Decodable { var organisationId: OrganisationID, organisationName: String, roles: [OrganisationRole], teams: [String] }
            struct Verification: Decodable { var organisationId: OrganisationID?, licenceNumber: String? }
            struct Adoption: Decodable { var clientId: String }

            var guardianships: [GuardianshipView]
            var memberships: [Membership]
            var invitations: [OwnInvitationView]
            var verifications: [Verification]
            var adoptions: [Adoption]
        }
        try await World.run { world in
            let house = try await OrganisationTests.House(world)
            let grace = try await house.member("grace", type: "provider", #"["practitioner"]"#)
            let verified = try await house.send(.PUT, "/members/\(grace.user.id)/verification", #"{"licenceNumber":"MB-40213"}"#, as: house.owner)
            #expect(verified.status == 204)
            for body in [#"{"name":"Night","memberIds":["\#(grace.user.id)"]}"#, #"{"name":"Others"}"#] {
                #expect(try await house.send(.POST, "/teams", body, as: house.owner).status == 201)
            }
            let provider = try await world.get("/account/export", token: grace.accessToken)
            let work = try provider.decode(Ties.self)
            #expect(work.memberships.map(\.organisationId) == [house.id] && work.memberships.map(\.roles) == [[.practitioner]])
            #expect(work.memberships.map(\.organisationName) == ["Riverside Clinic"] && work.memberships.map(\.teams) == [["Night"]])
            #expect(work.verifications.map(\.organisationId) == [house.id] && work.verifications.map(\.licenceNumber) == ["MB-40213"])
            // Who saw the licence is another.
            #expect(!provider.text.contains(house.owner.user.id.description))

            let (ward, guardian, id) = try await world.family()
            let body = #"{"userId":"\#(guardian.user.id)","roles":["reviewer"]}"#
            #expect(try await house.send(.POST, "/invitations", body, as: house.owner).status == 201)
            try await world.saveApp()
            let adopted = try await world.pool.transaction { tx in
                try await tx.adopt(Secret.hash("u-1"), of: "app", as: guardian.user.id, now: world.clock.now)
            }
            #expect(adopted)
            let home = try await world.get("/account/export", token: guardian.accessToken).decode(Ties.self)
            #expect(home.guardianships.map(\.id) == [id] && home.guardianships.map(\.wardId) == [ward.user.id])
            #expect(home.invitations.map(\.organisationId) == [house.id] && home.adoptions.map(\.clientId) == ["app"])
        }
    }

    @Test func aLongAuditIsThereWhole() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let lines = (0..<1100).map { _ in AuditEntry(.loggedOut, at: world.clock.now, from: .platform, user: ada.id) }
            try await world.pool.transaction { try await $0.audit(lines) }
            let export = try await world.get("/account/export", token: world.logIn("ada").accessToken).decode(Export.self)
            #expect(export.audit.filter { $0.kind == "logged-out" }.count == 1100)
        }
    }

    @Test func whoMayNotHaveIt() async throws {
        try await World.run { world in
            let login = try await world.signUp("ada").username
            let tokens = try await world.logIn(login)
            #expect(try await world.get("/account/export").status == 401)
            let narrow = try await world.refresh(tokens.refreshToken, scope: "openid profile")
            #expect(try await world.get("/account/export", token: narrow.member("access_token")).status == 403)
            #expect(try await world.get("/account/export?user=x", token: tokens.accessToken).status == 400)
            let app = try await world.setUpTOTP(world.logIn(login))
            // Of a sign-in without the second factor that there is by now.
            #expect(try await world.get("/account/export", token: tokens.accessToken).status == 401)
            let old = try await world.tryLogIn(login, code: app.code(world)).decode(LoginView.self)
            world.clock.advance(StepUp.longest + 1)
            #expect(try await world.get("/account/export", token: old.accessToken).status == 401)
            #expect(try await world.audit(.accountExported) == 0)
        }
    }

    @Test func thePageAsksForThePassword() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let browser = TestBrowser(world)
            let away = try #require(try await browser.get("/account/data").header("Location"))
            let next = try await browser.submit(try await browser.get(away), [("username", "ada"), ("password", World.password)])
            let back = try await browser.get(try #require(next.header("Location")))
            let page = try await browser.get(try #require(back.header("Location")))
            #expect(page.text.contains("Download your data"))
            let wrong = try await browser.submit(page, [("password", "not her password")])
            #expect(wrong.status == 422 && wrong.text.contains("id=\"password-fault\""))
            let file = try await browser.submit(page, [("password", World.password)])
            #expect(file.status == 200 && file.header("Content-Type") == "application/json")
            #expect(try file.decode(Export.self).account.username == "ada")
            #expect(try await world.audit(.accountExported) == 1)
        }
    }
}
