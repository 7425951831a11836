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

    /// Anybody may ask: what is looked at hangs on how many words begin so, not on how long the guides are, nor on how often a word is repeated.
    @Test func aSearchLooksAtTheWordsThatBeginSoAlone() {
        func table(_ count: Int) -> WordTable {
            WordTable((0..<count).map { number in ("Part \(number)", (0..<50).map { "w\(number)x\($0)" }.joined(separator: " ")) })
        }
        let (small, large) = (table(20), table(2000))
        let found = large.find(["w7x1"])
        #expect(found.texts == [WordTable.Found(text: 7, score: 11, first: 1)], "w7x1 and w7x10 to w7x19")
        #expect(found.looked < 60 && small.find(["w7x1"]).looked < 60, "of a hundred thousand")
        #expect(large.find(["w7x1", "w7x1", "w7x1"]).looked == found.looked)
        #expect(large.find(["w7x1", "w8x1"]).texts.isEmpty && large.find([]).texts.isEmpty && large.find(["part"]).texts.count == 2000)
    }

    /// Whatever words there are, the sections are those that a look at each of them finds.
    @Test func itFindsWhatALookAtEverythingFinds() {
        var source = SystemRandomNumberGenerator()
        let letters = ["a", "b", "é", "ß", "ab", "ba"]
        func word() -> String { (0..<Int.random(in: 1...3, using: &source)).map { _ in letters.randomElement(using: &source) ?? "a" }.joined() }
        for _ in 0..<50 {
            let texts = (0..<20).map { _ in (title: word(), text: (0..<8).map { _ in word() }.joined(separator: " ")) }
            let wanted = [word(), word()].flatMap(WordTable.words)
            let expected = texts.indices.filter { index in
                let words = WordTable.words(texts[index].title) + WordTable.words(texts[index].text)
                return wanted.allSatisfy { beginning in words.contains { $0.utf8.starts(with: beginning.utf8) } }
            }
            #expect(WordTable(texts).find(wanted).texts.map(\.text) == expected, "\(wanted) in \(texts)")
        }
    }

    @Test func thePageSaysWhatWasAskedEscaped() async throws {
        try await World.run { visitor in
            let found = try await visitor.page("/docs/search?q=certificate")
            #expect(found.text.contains("href=\"/docs/operators#tls\"") && found.text.contains("2 sections have"))
            let method = try await visitor.page("/docs/search?q=send%20device")
            #expect(method.text.contains("href=\"/docs/sdk/reference/Messaging.Message#.send(_:to:)\""))
            // By what it is called before all that speak of it.
            for name in ["POST%20/it", "bookit"] {
                let operation = try await visitor.page("/docs/search?q=\(name)").text
                let first = try #require(operation.firstMatch(of: /<main[\s\S]*?href="(\/docs\/[^"]*)"/))
                #expect(first.1 == "/docs/operations/bookIt", "\(name)")
            }
            let evil = try await visitor.page("/docs/search?q=%3Cscript%3E%22x")
            #expect(evil.status == 200 && !evil.text.contains("<script>") && evil.text.contains("&lt;script&gt;"))
            let empty = try await visitor.page("/docs/search")
            #expect(empty.status == 200)
            let long = try await visitor.page("/docs/search?q=" + String(repeating: "a%20", count: 2000))
            #expect(long.status == 200)
        }
    }
}
