import Foundation
import ServiceTestKit
import Testing

@testable import AuthService

/// What people are mailed has become of their account: where to, and how often.
@Suite struct AccountNoticeTests {
    private static let other = "another violet teapot"

    private static func change(_ world: World, from old: String, to new: String, _ login: LoginView) async throws {
        let answer = try await world.post("/account/password", json: ["current": old, "new": new], token: login.accessToken)
        #expect(answer.status == 204, "\(answer.text)")
    }

    /// It may be somebody else's, who never heard of the account, and in whose letter box any number of them would come.
    @Test func nothingIsToldToAnAddressThatWasOnlyNamed() async throws {
        try await World.withPasskeys { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"])
            let ada = try await world.logIn("ada")
            try await Self.change(world, from: World.password, to: Self.other, ada)
            world.clock.advance(1)
            let named = try await world.post("/account/email", json: ["email": "ada@example.net", "password": Self.other], token: ada.accessToken)
            #expect(named.status == 202, "\(named.text)")
            _ = try await world.setUpPasskey(ada)
            // Nor that another one is proven.
            let link = try #require(try await world.linkTokens("/account/verify").last)
            let browser = TestBrowser(world)
            #expect(try await browser.submit(try await browser.get("/account/verify?token=\(link)"), []).status == 200)
            #expect(try await world.count("SELECT count(*) FROM users WHERE email = 'ada@example.net' AND email_verified_at IS NOT NULL") == 1)
            #expect(try await Set(world.mails().map(\.subject)) == ["Confirm your e-mail address"])
        }
    }

    @Test func soManyOfAKindAreToldInAnHour() async throws {
        try await World.withPasskeys { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            let first = try await world.logIn("ada")
            for number in 0...AccountNotice.most {
                let isBack = number % 2 == 1
                try await Self.change(world, from: isBack ? Self.other : World.password, to: isBack ? World.password : Self.other, first)
            }
            #expect(try await world.audit(.passwordChanged) == AccountNotice.most + 1)
            #expect(try await world.mails("Your password was changed").count == AccountNotice.most)
            // What is of another kind is told, and so is the next hour's.
            world.clock.advance(AccountNotice.window)
            let second = try await world.logIn("ada")
            try await Self.change(world, from: World.password, to: Self.other, second)
            #expect(try await world.mails("Your password was changed").count == AccountNotice.most + 1)
            _ = try await world.setUpPasskey(second)
            #expect(try await world.mails("A passkey was added").count == 1)
        }
    }
}
