import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// What operators do on the page of an account about what proves who somebody is.
@Suite struct AdminProofPageTests {
    private static func happened(_ world: World, _ kind: AuditEntry.Kind, to user: UserID, by chief: UserID) async throws -> Int {
        try await world.count("SELECT count(*) FROM audit_log WHERE kind = \(kind.rawValue) AND user_id = \(user) AND actor_id = \(chief)")
    }

    @Test func secondFactorsAreTakenAwayForAReason() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let eve = try await world.signUp("eve")
            let ada = try await world.logIn("ada")
            _ = try await world.setUpTOTP(ada)
            let (browser, chief) = try await AdminPageTests.operators(world)
            let path = "/admin/people/\(ada.user.id)"
            let page = try await browser.get(path)
            #expect(page.text.contains("value=\"reset-factors\"") && page.text.contains("<option value=\"stolen\">Their device was stolen</option>"))
            let form = [("act", "reset-factors"), ("factorReason", "stolen")]
            #expect(try await browser.post(path, [("form_token", "made-up")] + form).status == 403)
            // Of no reason that there is, nothing is done.
            for reason in [[], [("factorReason", "because")], [("reason", "stolen")]] {
                #expect(try await browser.submit(page, [("act", "reset-factors")] + reason).status == 303)
            }
            #expect(try await world.get("/users/\(ada.user.id)", token: ada.accessToken).status == 200)
            #expect(try await browser.submit(page, form).header("Location") == path)
            #expect(try await world.count("SELECT count(*) FROM factors WHERE user_id = \(ada.user.id)") == 0)
            #expect(try await world.count("SELECT count(*) FROM recovery_codes WHERE user_id = \(ada.user.id)") == 0)
            #expect(try await world.get("/users/\(ada.user.id)", token: ada.accessToken).status == 401)
            #expect(try await world.tryLogIn("ada", code: nil).status == 200)
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE kind = 'factors-reset' AND reason = 'stolen' AND actor_id = \(chief)") == 1)
            // Who has none has nothing to lose, and an operator does not help themselves.
            for person in [ada.user.id, eve.id] { #expect(try await browser.get("/admin/people/\(person)").text.contains("reset-factors") == false) }
            #expect(try await browser.submit(try await browser.get("/admin/people/\(chief)"), form).status == 422)
            #expect(try await world.audit(.factorsReset) == 1)
        }
    }

    @Test func aProviderIsVerifiedAndNotAnyMore() async throws {
        try await World.run { world in
            let (grace, ada) = (try await world.signUp("grace", type: "provider"), try await world.signUp("ada"))
            let (browser, chief) = try await AdminPageTests.operators(world)
            let path = "/admin/people/\(grace.id)"
            func isVerified() async throws -> Bool? { try await world.pool.withConnection { try await $0.user(grace.id) }?.verified }
            let page = try await browser.get(path)
            #expect(page.text.contains("Verified as a provider</span>no") && !page.text.contains("value=\"withdraw\""))
            let seen = [("act", "verify"), ("licenceNumber", "MB-1 <x>")]
            #expect(try await browser.post(path, [("form_token", "made-up"), ("revision", "1")] + seen).status == 403)
            for number in ["", "  ", String(repeating: "7", count: 65)] {
                let refused = try await browser.submit(page, [("act", "verify"), ("licenceNumber", number)])
                #expect(refused.status == 422 && refused.text.contains("id=\"licenceNumber-fault\""), "\(number)")
            }
            #expect(try await isVerified() == false)
            #expect(try await browser.submit(page, seen).header("Location") == path)
            let after = try await browser.get(path)
            #expect(after.text.contains("Verified as a provider</span>yes") && after.text.contains("the platform, ") && after.text.contains(": MB-1 &lt;x&gt;"))
            #expect(try await isVerified() == true)
            // What was looked at before changes nothing.
            for act in ["verify", "withdraw"] {
                let stale = try await browser.submit(page, [("act", act), ("licenceNumber", "MB-2")])
                #expect(stale.status == 409 && stale.text.contains("was changed meanwhile"), "\(act)")
            }
            #expect(try await browser.submit(after, [("act", "withdraw")]).status == 303)
            #expect(try await isVerified() == false)
            #expect(try await Self.happened(world, .providerVerified, to: grace.id, by: chief) == 1)
            #expect(try await Self.happened(world, .verificationWithdrawn, to: grace.id, by: chief) == 1)

            let patients = try await browser.get("/admin/people/\(ada.id)")
            #expect(!patients.text.contains("licenceNumber"))
            for act in ["verify", "withdraw"] {
                let refused = try await browser.submit(patients, [("act", act), ("licenceNumber", "MB-1"), ("revision", "1")])
                #expect(refused.status == 422 && refused.text.contains("Providers alone are verified."), "\(act)")
            }
        }
    }

    @Test func whoseWordItIsIsShown() async throws {
        try await World.run { world in
            let house = try await OrganisationTests.House(world)
            let grace = try await house.member("grace", type: "provider", #"["practitioner"]"#)
            let licence = #"{"licenceNumber":"MB-44"}"#
            #expect(try await house.send(.PUT, "/members/\(grace.user.id)/verification", licence, as: house.owner).status == 204)
            let app = try await world.setUpTOTP(house.chief)
            let browser = try await AdminPageTests.browser(world, "chief", code: app.code(world))
            let page = try await browser.get("/admin/people/\(grace.user.id)?lang=fr")
            #expect(page.text.contains("Riverside Clinic, ") && page.text.contains("MB-44") && page.text.contains("Rôle</span>soignant"))
        }
    }
}
