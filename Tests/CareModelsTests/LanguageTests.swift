import Testing

@testable import CareModels

/// Which language `Accept-Language` asks for.
struct LanguageTests {
    static let cases: [(header: [String], language: Language)] = [
        ([], .english),
        ([""], .english),
        (["fr"], .french),
        (["FR"], .french),
        (["fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5"], .french),
        (["en, fr"], .english),
        (["fr, en"], .french),
        (["en;q=0.5, fr;q=0.6"], .french),
        (["fr;q=0.501,en;q=0.502"], .english),
        (["de-CH, fr;q=0.2"], .french),
        (["de, it"], .english),
        (["*"], .english),
        (["fr;q=0"], .english),
        (["fr;q=0.000, en;q=0"], .english),
        (["en;q=0.1", "fr-CA"], .french),
        ([" fr-Latn-CH ; q=1.000 "], .french),
        (["fr;Q=0.3"], .french),
        // What cannot be read is passed over, and what stands beside it is read.
        (["fr;q=2"], .english), (["fr;q=1.001"], .english), (["fr;q=0.1234"], .english), (["fr;q=-1"], .english), (["fr;q="], .english),
        (["fr;level=1"], .english), (["fr;q=0.5;q=0.6"], .english), (["fr;q=0.٣"], .english), (["français"], .english), (["-fr"], .english),
        ([",,;,;q=1,fr"], .french),
        (["fr;q=x, en;q=0.1, fr;q=0.2"], .french)
    ]

    @Test(arguments: cases) func choice(_ one: (header: [String], language: Language)) {
        #expect(Language.preferred(by: one.header) == one.language)
    }

    @Test func boundedHowever() {
        let many = Array(repeating: "de", count: Language.mostRanges)
        #expect(Language.preferred(by: [(many.dropLast() + ["fr"]).joined(separator: ",")]) == .french)
        #expect(Language.preferred(by: [(many + ["fr"]).joined(separator: ",")]) == .english)
        #expect(Language.preferred(by: many + ["fr"]) == .english)
        #expect(Language.preferred(by: [String(repeating: ",;", count: 100_000)]) == .english)
    }
}
