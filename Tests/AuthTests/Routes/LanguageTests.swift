import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// The pages that a person logs in, signs up and consents on, in English and French.
@Suite struct LanguageTests {
    private static let french: HTTPHeaders = ["Accept-Language": "fr-CH, fr;q=0.9, en;q=0.8"]

    @Test(arguments: [("fr-CH, en;q=0.5", "fr", "Se connecter"), ("en", "en", "Log in"), ("de, it", "en", "Log in")])
    func theBrowsersLanguageIsTheirs(_ wish: String, _ tag: String, _ title: String) async throws {
        try await World.run { world in
            try await world.saveApp()
            let page = try await world.get(TestApp().start(), headers: ["Accept-Language": wish])
            #expect(page.text.contains("<html lang=\"\(tag)\">") && page.text.contains("<h1>\(title)</h1>"))
            #expect(page.header("Content-Language") == tag)
        }
    }

    /// The app's wish comes first, and goes all the way: every form and redirect carries the request.
    @Test func uiLocalesLastUntilTheAnswer() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp()
            let browser = TestBrowser(world)
            let login = try await browser.get(TestApp().start([("ui_locales", "de fr-CA en")]))
            #expect(login.text.contains("pour continuer vers Third App"))
            let wrong = try await browser.submit(login, [("username", "ada"), ("password", "not this one")])
            #expect(wrong.text.contains("Le nom d’utilisateur ou le mot de passe est incorrect."))
            let next = try await browser.submit(wrong, [("username", "ada"), ("password", World.password)])
            let consent = try await browser.get(try #require(next.header("Location")))
            #expect(consent.text.contains("<html lang=\"fr\">") && consent.text.contains("Autoriser Third App\u{A0}?"))
            #expect(consent.text.contains("savoir que c’est vous<span class=\"scope-name\">openid</span>"))
            #expect(try await browser.submit(consent, [("decision", "allow")]).location("code") != nil)
        }
    }

    /// By a link, without a script: where it leads is the same request in the other language.
    @Test func whoReadsChoosesByHand() async throws {
        try await World.run { world in
            try await world.saveApp()
            let browser = TestBrowser(world)
            func link(_ page: Answer) throws -> String {
                let found = try #require(page.text.firstMatch(of: /<a href="([^"]+)" hreflang="(?:en|fr)"/))
                return String(found.1).replacingOccurrences(of: "&amp;", with: "&")
            }
            let english = try await browser.get("/oauth/signup?" + TestApp().query([("ui_locales", "en fr")]))
            #expect(english.text.contains("<h1>Sign up</h1>") && english.text.contains(">Français</a>"))
            let french = try await browser.get(try link(english))
            #expect(french.text.contains("<h1>S’inscrire</h1>") && french.text.contains(">English</a>"))
            let refused = try await browser.submit(french, [("username", "a"), ("password", "short"), ("role", "patient")])
            #expect(refused.status == 422 && refused.text.contains("<html lang=\"fr\">"))
            let back = try await browser.get(try link(refused))
            #expect(back.text.contains("<h1>Sign up</h1>"))
            let login = try await browser.get(try link(try await browser.get(TestApp().start())))
            #expect(login.text.contains("<h1>Se connecter</h1>"))
        }
    }

    @Test func whatWasChosenElsewhereHolds() async throws {
        try await World.run { world in
            try await world.saveApp()
            let page = try await world.get(TestApp().start(), headers: ["Cookie": "care_language=fr", "Accept-Language": "en"])
            #expect(page.text.contains("<html lang=\"fr\">"))
        }
    }

    /// The pages about one's account belong to no app's request: a cookie keeps what is chosen on them.
    @Test func theAccountsPagesToo() async throws {
        try await World.run { world in
            let browser = TestBrowser(world)
            let english = try await browser.get("/account/reset")
            #expect(english.text.contains("<h1>Forgotten your password?</h1>") && english.text.contains("<a href=\"/account/reset?lang=fr\""))
            let french = try await browser.get("/account/reset?lang=fr")
            #expect(french.text.contains("<h1>Mot de passe oublié\u{A0}?</h1>") && french.header("Content-Language") == "fr")
            #expect(browser.cookies["care_language"] == "fr")
            let refused = try await browser.submit(french, [("account", "")])
            #expect(refused.status == 422 && refused.text.contains("Nom d’utilisateur ou adresse e-mail est obligatoire."))
            let over = try await browser.get("/account/reset?token=nothing")
            #expect(over.status == 410 && over.text.contains("Ce lien n’est plus valable"))
        }
    }

    @Test func aBrokenLinkIsExplained() async throws {
        try await World.run { world in
            let asked = try await world.get("/oauth/authorize?client_id=nobody&ui_locales=fr")
            #expect(asked.status == 400 && asked.text.contains("Ce lien ne fonctionne pas"))
            let browsers = try await world.get("/oauth/authorize?client_id=nobody", headers: Self.french)
            #expect(browsers.text.contains("Ce lien ne fonctionne pas") && browsers.header("Content-Language") == "fr")
            let english = try await world.get("/oauth/authorize?client_id=nobody")
            #expect(english.text.contains("This link does not work"))
        }
    }

    @Test func discoveryNamesTheLanguages() async throws {
        try await World.run { world in
            let metadata = try await world.get("/.well-known/openid-configuration")
            #expect(metadata.text.contains(#""ui_locales_supported":["en","fr"]"#))
        }
    }

    @Test func everyScopeIsExplainedInFrench() {
        for scope in Scopes.all { #expect(Scopes.explanation(scope).missing(in: .french).isEmpty, "\(scope)") }
    }
}
