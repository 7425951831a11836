import CareModels
import Testing

@testable import FrontDoorService

@Suite struct SearchTests {
    private static let index = SearchIndex([
        SitePage(
            path: "/docs/a", title: "A", summary: "", content: "",
            sections: [
                .init(id: "", title: "A", text: "Of certificates, in passing.", isChapter: false),
                .init(id: "tls", title: "Certificates", text: "CARE_TLS_CERT names the file. Café.", isChapter: true),
                .init(id: "long", title: "Long", text: Array(repeating: "word", count: 100).joined(separator: " ") + " needle " + "end", isChapter: true)
            ])
    ])

    @Test(
        arguments: [
            ("certificates", ["/docs/a#tls", "/docs/a"]), ("CERTIFICATE", ["/docs/a#tls", "/docs/a"]), ("tls", ["/docs/a#tls"]), ("care_tls_cert", ["/docs/a#tls"]),
            ("cafe", ["/docs/a#tls"]), ("certificates passing", ["/docs/a"]), ("certificates nothing", []), ("ertificates", []), ("", []), ("  ,;  ", []),
            ("needle", ["/docs/a#long"])
        ] as [(String, [String])])
    func finds(_ query: String, _ addresses: [String]) { #expect(Self.index.hits(query, for: .english).map(\.address) == addresses) }

    @Test func theExcerptIsAroundTheFirstWordFound() throws {
        let hit = try #require(Self.index.hits("needle", for: .english).first)
        #expect(hit.excerpt.hasPrefix("… word") && hit.excerpt.contains("needle end") && hit.excerpt.count < 200)
    }

    @Test func neverMoreThanSo() {
        let sections = (0..<100).map { SitePage.Section(id: "s\($0)", title: "Word", text: "word", isChapter: false) }
        #expect(
            SearchIndex([SitePage(path: "/docs/b", title: "B", summary: "", content: "", sections: sections)]).hits("word", for: .english).count == SearchIndex.mostHits)
    }

    /// A page that is in a reader's language is not found in another one; what is in English alone is found by all.
    @Test func aReaderFindsThePagesThatAReaderIsShown() {
        func page(_ path: String, _ language: Language, _ text: String) -> SitePage {
            SitePage(path: path, language: language, title: "T", summary: "", content: "", sections: [.init(id: "a", title: "T", text: text, isChapter: true)])
        }
        let index = SearchIndex([page("/glossary", .english, "A slot."), page("/glossary", .french, "Un créneau, slot."), page("/docs/a", .english, "Slots.")])
        func found(_ query: String, _ reader: Language) -> [String] { index.hits(query, for: reader).map { "\($0.address) \($0.language.tag)" } }
        #expect(found("slot", .english) == ["/glossary#a en", "/docs/a#a en"])
        #expect(found("slot", .french) == ["/glossary#a fr", "/docs/a#a en"])
        #expect(found("creneau", .french) == ["/glossary#a fr"] && found("creneau", .english) == [])
    }

    @Test func thePageSaysWhatWasAskedEscaped() async throws {
        try await World.run { visitor in
            let found = try await visitor.page("/docs/search?q=certificate")
            #expect(found.text.contains("href=\"/docs/operators#tls\"") && found.text.contains("2 sections have"))
            let method = try await visitor.page("/docs/search?q=send%20device")
            #expect(method.text.contains("href=\"/docs/sdk/reference/Messaging.Message#.send(_:to:)\""))
            let evil = try await visitor.page("/docs/search?q=%3Cscript%3E%22x")
            #expect(evil.status == 200 && !evil.text.contains("<script>") && evil.text.contains("&lt;script&gt;"))
            let empty = try await visitor.page("/docs/search")
            #expect(empty.status == 200)
            let long = try await visitor.page("/docs/search?q=" + String(repeating: "a%20", count: 2000))
            #expect(long.status == 200)
            let unknown = try await visitor.get("/docs/search?query=x")
            #expect(unknown.status == 400)
        }
    }
}
