import Testing

@testable import CareModels

struct SearchTextTests {
    /// Marks that are too many for one letter are left out, before they are put in order.
    @Test func longRowsOfMarksAreCut() {
        let row = String(repeating: "\u{5BF}", count: 100_000) + String(repeating: "\u{301}", count: 100_000)
        #expect(SearchText.fold("José\(row)x") == "josex")
        #expect(CombiningMarks.bounded("a" + row).unicodeScalars.count == 1 + CombiningMarks.most)
        #expect(CombiningMarks.areTooMany(in: "a" + row) && !CombiningMarks.areTooMany(in: String(repeating: "e\u{301}\u{316}", count: 1_000)))
    }

    /// Wherever it stands in a text that is read eight bytes at a time.
    @Test(arguments: 0..<17) func aLongRowIsFoundAtEveryPlace(before: Int) {
        for after in 0..<17 {
            let text = { String(repeating: "a", count: 128 + before) + String(repeating: "\u{301}", count: $0) + String(repeating: "z", count: after) }
            #expect(CombiningMarks.areTooMany(in: text(CombiningMarks.most + 1)) && !CombiningMarks.areTooMany(in: text(CombiningMarks.most)))
        }
    }

    @Test(arguments: [
        ["jose", "José", "JOSE", "Jose\u{301}", "  josé ", "ＪＯＳＥ"],
        ["emile zola", "Émile  Zola", "émile zola", "E\u{301}mile\u{A0}Zola"],
        ["strasse", "Straße", "STRASSE", "STRAẞE"],
        ["o'brien", "O’Brien", "o'brien"],
        ["sorensen", "Sørensen", "SØRENSEN"],
        ["lukasz", "Łukasz"],
        ["istanbul", "İstanbul", "ISTANBUL", "ıstanbul"],
        ["οδοσσευσ", "Οδοσσεύς", "ΟΔΟΣΣΕΎΣ"],
        ["елкин", "Ёлкин", "елкин"],
        ["file", "ﬁle"],
        ["شمس", "شَمْس"],
        ["शिक्षा", "शिक्षा"],
        ["がく", "か\u{3099}く"],
        ["한글", "\u{1112}\u{1161}\u{11AB}글"],
        ["", "", " \n", "\u{301}", "\u{200B}"]
    ])
    func spellingsOfOneWordAreOne(_ spellings: [String]) {
        for spelling in spellings { #expect(Array(SearchText.fold(spelling).unicodeScalars) == Array(spellings[0].unicodeScalars), "\(spelling)") }
    }

    /// Folded twice is folded once, or what was stored would not be found by what was stored.
    @Test func isStable() {
        for value in UInt32(0)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let once = SearchText.fold("a\(scalar)b")
            if SearchText.fold(once) != once { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test func otherWordsStayOthers() {
        let words = ["jose", "josef", "कि", "कु", "か", "が", "o", "0", "muller", "mueller"]
        #expect(Set(words.map(SearchText.fold)).count == words.count)
    }
}
