import CareModels
import HTTP
import ServiceTestKit
import Testing

@testable import FrontDoorService

/// The pages' frame in English and French; what the guides say stays English, and says so.
@Suite struct LanguageTests {
    private static let pages = ["/", "/docs", "/docs/operators", "/docs/search?q=tls", "/docs/api", "/docs/login", "/glossary", "/problems", "/problems/validation"]

    private static func french(_ more: HTTPHeaders = [:]) -> HTTPHeaders {
        var headers = more
        headers.add(name: "Accept", value: "text/html")
        headers.add(name: "Accept-Language", value: "fr-CH, fr;q=0.9, en;q=0.8")
        return headers
    }

    @Test(arguments: pages) func aPageIsInTheReadersLanguage(_ path: String) async throws {
        try await World.run { visitor in
            let english = try await visitor.page(path)
            #expect(english.text.contains("<html lang=\"en\">") && english.text.contains(">Search</button>"))
            #expect(english.header("Content-Language") == "en" && english.header("Vary") == "Accept-Language, Cookie")
            let french = try await visitor.get(path, Self.french())
            #expect(french.status == 200 && french.text.contains("<html lang=\"fr\">") && french.text.contains(">Chercher</button>"))
            #expect(french.header("Content-Language") == "fr" && french.header("Set-Cookie") == nil && french.body.count < 60_000)
            #expect(english.tag != french.tag)
            let unknown = try await visitor.get(path, ["Accept-Language": "de-CH, it;q=0.5"])
            #expect(unknown.text == english.text)
        }
    }

    @Test func theFirstPageIsFrenchWhole() async throws {
        try await World.run(["CARE_FRONT_DEMO_PASSWORD": "tricky"]) { visitor in
            let page = try await visitor.get("/", Self.french(["Care-Servers": "auth=1 scheduling=2 messaging=0"])).text
            #expect(page.contains("Par où commencer") && page.contains("en marche, 2 serveurs") && page.contains("absent</span><strong>Messagerie"))
            #expect(page.contains("<code>curl 'https://care.example/ers/nearest?latitude=49.9&amp;longitude=-97.1'</code>"), "markup of a text is markup")
            for word in ["How to begin", "The demo", "Accounts", "not known", "You run it", "Read <a"] { #expect(!page.contains(word), "\(word)") }
        }
    }

    @Test func everyServiceAndStateIsFrenchToo() {
        let states = ServiceState.all("auth=0 scheduling=1 messaging=2")
        let texts = states.flatMap { [$0.name, $0.purpose, $0.word.text] }
        #expect(texts.flatMap { $0.missing(in: .french) } == [])
    }

    @Test func whatIsEnglishInAFrenchPageSaysSo() async throws {
        try await World.run { visitor in
            let guide = try await visitor.get("/docs/operators", Self.french()).text
            #expect(guide.contains("<div lang=\"en\"><h1>For operators</h1>"))
            let problem = try await visitor.get("/problems/validation", Self.french()).text
            #expect(problem.contains("<h2>Que faire</h2>\n<p lang=\"en\">"))
        }
    }

    /// Without scripts: a link, and a cookie that holds the language and nothing else.
    @Test func aLanguageChosenByHandIsKept() async throws {
        try await World.run { visitor in
            let search = try await visitor.page("/docs/search?q=tls%20%26%20logs").text
            #expect(search.contains("<a href=\"?lang=fr&amp;q=tls%20%26%20logs\" hreflang=\"fr\" lang=\"fr\">Français</a>"))
            let chosen = try await visitor.page("/docs?lang=fr")
            #expect(chosen.text.contains("<html lang=\"fr\">") && chosen.text.contains("<a href=\"?lang=en\" hreflang=\"en\" lang=\"en\">English</a>"))
            let cookie = try #require(chosen.header("Set-Cookie"))
            #expect(cookie == "care_language=fr; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax")
            let kept = try await visitor.get("/", ["Cookie": "other=1; care_language=fr", "Accept-Language": "en"])
            #expect(kept.text.contains("<html lang=\"fr\">") && kept.header("Set-Cookie") == nil)
            let back = try await visitor.get("/?lang=en", ["Cookie": "care_language=fr", "Accept-Language": "fr"])
            #expect(back.text.contains("<html lang=\"en\">") && back.header("Set-Cookie")?.hasPrefix("care_language=en;") == true)
            for odd in ["/docs?lang=de", "/docs?lang=", "/docs?lang=fr%0D%0Ax"] {
                let page = try await visitor.page(odd)
                #expect(page.text.contains("<html lang=\"en\">") && page.header("Set-Cookie") == nil, "\(odd)")
            }
            let strange = try await visitor.get("/", ["Cookie": "care_language=<b>; =; care_language"])
            #expect(strange.text.contains("<html lang=\"en\">"))
        }
    }

    @Test func nothingIsAtThisAddressInFrench() async throws {
        try await World.run { visitor in
            let page = try await visitor.get("/docs/nothing", Self.french())
            #expect(page.status == 404 && page.text.contains("Il n’y a rien à cette adresse") && page.header("Content-Language") == "fr")
            #expect(page.text.contains("href=\"/?lang=en\""))
        }
    }
}
