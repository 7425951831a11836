import CareModels
import HTTP
import ServiceTestKit
import Testing

@testable import FrontDoorService

/// The pages in English and French; what the guides say stays English, and says so.
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
        try await World.run(["CARE_FRONT_DEMO_PASSWORD": "tricky", "CARE_FRONT_DEMO_INVITATION": "invited"]) { visitor in
            let page = try await visitor.get("/", Self.french(["Care-Servers": "auth=1 scheduling=2 messaging=0"])).text
            #expect(page.contains("Par où commencer") && page.contains("en marche, 2 serveurs") && page.contains("absent</span><strong>Messagerie"))
            #expect(page.contains("<code>curl 'https://care.example/ers/nearest?latitude=49.9&amp;longitude=-97.1'</code>"), "markup of a text is markup")
            let english = ["How to begin", "The demo", "Accounts", "not known", "You run it", "Read <a", "An app of your own", "There is a client"]
            for word in english { #expect(!page.contains(word), "\(word)") }
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
            #expect(guide.contains("<p class=\"soft\">Cette page est en anglais.</p><div lang=\"en\"><h1>For operators</h1>"))
            #expect(guide.contains("<title lang=\"en\">For operators – Careline</title>"))
            let event = try await visitor.get("/docs/events/care.x.v1", Self.french()).text
            #expect(event.contains("Cette page est en anglais.</p><div lang=\"en\">"))
            let list = try await visitor.get("/docs", Self.french()).text
            #expect(list.contains("Les guides sont pour l’essentiel en anglais.") && list.contains("<li lang=\"en\"><a href=\"/docs/operators\">"))
            let search = try await visitor.get("/docs/search?q=tls", Self.french()).text
            #expect(search.contains("Les guides sont pour l’essentiel en anglais.") && search.contains("<li lang=\"en\"><a href=\"/docs/operators#tls\">"))
            for path in ["/docs/operators", "/docs", "/docs/search?q=tls"] {
                let english = try await visitor.page(path).text
                #expect(!english.contains("in English"), "\(path): who reads English need not be told")
            }
        }
    }

    @Test func aPageThatIsThereInTwoLanguagesIsInTheReaders() async throws {
        try await World.run { visitor in
            let french = try await visitor.get("/glossary", Self.french()).text
            #expect(french.contains("<div lang=\"fr\"><h1>Glossaire</h1>") && french.contains("<p>Créneau</p>") && !french.contains("<p>Slot</p>"))
            #expect(french.contains("<title lang=\"fr\">Glossaire – Careline</title>") && !french.contains("en anglais") && !french.contains("lang=\"en\"><"))
            let english = try await visitor.page("/glossary").text
            #expect(english.contains("<div lang=\"en\"><h1>Glossary</h1>") && english.contains("<p>Slot</p>") && !english.contains("<p>Créneau</p>"))
            let found = try await visitor.get("/docs/search?q=creneaux", Self.french()).text
            #expect(found.contains("<li lang=\"fr\"><a href=\"/glossary#slot\">Créneaux</a> <span class=\"soft\" lang=\"fr\">– Glossaire</span>"))
            let unfound = try await visitor.page("/docs/search?q=creneaux").text
            #expect(unfound.contains("Nothing in the guides has all of these words"))
        }
    }

    @Test func aGuideThatBeginsInFrenchSaysWhereItIsEnglish() {
        let sections = ["a", "b", "c", "d"].map { SitePage.Section(id: $0, title: $0, text: "word", isChapter: true, language: $0 == "d" ? .english : nil) }
        let guide = SitePage(path: "/docs/x", language: .french, title: "T", summary: "", content: "<p>…</p>", sections: sections)
        let page = GuidePage(page: guide, reader: .french).page.html(in: .french).string(in: .french)
        #expect(page.contains("<li lang=\"fr\"><a href=\"#c\">c</a></li>\n<li lang=\"en\"><a href=\"#d\">d</a></li>") && !page.contains("en anglais"))
        let hits = SearchIndex([guide]).hits("word", for: .french)
        #expect(hits.map(\.language) == [.french, .french, .french, .english] && hits.allSatisfy { $0.pageLanguage == .french })
    }

    @Test(arguments: ProblemType.allCases.map(\.name)) func everythingThatAProblemsPageSaysIsFrench(_ name: String) throws {
        let type = try #require(ProblemType.allCases.first { $0.name == name })
        for language in Language.allCases { #expect(ProblemWords(language: language).missing(type) == [], "\(language)") }
    }

    @Test func aProblemAndTheListOfThemAreFrenchWhole() async throws {
        try await World.run { visitor in
            let page = try await visitor.get("/problems/slot-taken", Self.french()).text
            #expect(page.contains("<h1>Cet horaire est déjà pris</h1>") && page.contains("<p>L’un des deux a un rendez-vous à ce moment."))
            #expect(
                page.contains("<h2>Que faire</h2>\n<p>Si le conflit est du côté du soignant") && page.contains("<dt><code>conflictEndTime</code></dt><dd>Sa fin.</dd>"))
            #expect(page.contains("<code>provider</code> (le soignant) ou <code>patient</code>."))
            #expect(page.contains("&quot;title&quot;: &quot;Cet horaire est déjà pris&quot;"), "as the answer comes to who asks for French")
            for english in ["One of the two", "offer another", "When it ends", "That time is taken", "lang=\"en\"><"] { #expect(!page.contains(english), "\(english)") }
            let shared = try await visitor.get("/problems/conversation-closed", Self.french()).text
            #expect(shared.contains("<p>Un soignant qui y participe peut la rouvrir.</p>"), "what is a problem's detail too")
            let list = try await visitor.get("/problems", Self.french()).text
            let english = try await visitor.page("/problems").text
            for type in ProblemType.allCases {
                #expect(list.contains("<code>\(type.name)</code></a> – \(type.title(in: .french))</li>"), "\(type.name)")
                #expect(english.contains("<code>\(type.name)</code></a> – \(type.title(in: .english))</li>"), "\(type.name)")
            }
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

    /// As the gateway says that it came. Where the way is in the clear no browser would keep a cookie of that name.
    @Test func overTLSTheChoiceIsOfThisHostAlone() async throws {
        try await World.run { visitor in
            let chosen = try await visitor.get("/docs?lang=fr", ["Accept": "text/html", "X-Forwarded-Proto": "https"])
            #expect(chosen.header("Set-Cookie") == "__Host-care_language=fr; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure")
            for (cookie, tag) in [("care_language=en; __Host-care_language=fr", "fr"), ("care_language=fr", "fr"), ("__Host-care_language=de", "en")] {
                let page = try await visitor.get("/", ["Accept": "text/html", "X-Forwarded-Proto": "https", "Cookie": cookie])
                #expect(page.text.contains("<html lang=\"\(tag)\">"), "\(cookie)")
            }
            let plain = try await visitor.get("/", ["Accept": "text/html", "X-Forwarded-Proto": "http", "Cookie": "__Host-care_language=fr"])
            #expect(plain.text.contains("<html lang=\"en\">"))
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
