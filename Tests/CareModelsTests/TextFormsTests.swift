import Testing

@testable import CareModels

/// Dates and decimals in texts, what a page asks of them, and which language OpenID Connect asks for.
struct TextFormsTests {
    @Test(arguments: [
        ("2026-07-02", "2 July 2026", "2 juillet 2026"), ("2026-01-01", "1 January 2026", "1er janvier 2026"), ("2024-02-29", "29 February 2024", "29 février 2024"),
        ("2026-08-31", "31 August 2026", "31 août 2026"), ("2026-12-11", "11 December 2026", "11 décembre 2026")
    ])
    func datesInWords(_ date: String, _ english: String, _ french: String) throws {
        let words = try #require(LocalDate(date)).inWords
        #expect(words.string(in: .english) == english && words.string(in: .french) == french)
    }

    @Test func everyMonthHasItsWord() throws {
        let first = try #require(LocalDate("2026-01-15"))
        let words = (0..<12).map { first.advanced(by: $0 * 30).inWords }
        #expect(words.flatMap { $0.missing(in: .french) }.isEmpty && Set(words.map { $0.string(in: .french) }).count == 12)
    }

    @Test func decimalsHaveTheirSign() {
        let text: Text = "\(decimal: "60.5")"
        #expect(text.string(in: .english) == "60.5" && text.string(in: .french) == "60,5")
    }

    @Test func whatStandsInAHoleIsEscapedAndTheTemplateIsNot() {
        let inner: Text = "<i>\("<")</i>"
        let text: Text = "<b>\("<x>")</b> \(inner) \(3)"
        #expect(text.string(in: .english, escaping: { $0.replacing("<", with: "&lt;") }) == "<b>&lt;x></b> <i>&lt;</i> 3")
    }

    @Test(arguments: [
        ("fr", Language.french), ("fr-CA en", .french), ("de it FR-ch", .french), ("de en-GB fr", .english), ("de", nil), ("", nil), ("- fr", .french), ("français", nil)
    ])
    func uiLocales(_ wish: String, _ language: Language?) { #expect(Language(uiLocales: wish) == language) }

    @Test func uiLocalesAreReadSoFar() {
        let many = Array(repeating: "de", count: Language.mostRanges)
        #expect(Language(uiLocales: (many.dropLast() + ["fr"]).joined(separator: " ")) == .french)
        #expect(Language(uiLocales: (many + ["fr"]).joined(separator: " ")) == nil)
    }
}
