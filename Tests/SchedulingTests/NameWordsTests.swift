import Testing

@testable import SchedulingService

@Suite struct NameWordsTests {
    static let names: [(String?, String?, [String])] = [
        ("Amara Okafor", "dr.okafor", ["amara", "dr.okafor", "okafor"]),
        ("Jean-Pierre O’Neill", nil, ["jean-pierre", "jeanpierre", "neill", "o'neill", "oneill", "pierre"]),
        ("  José   ÁLVAREZ ", nil, ["alvarez", "jose"]),
        ("Ben_% Odd", nil, ["ben", "ben_%", "odd"]),
        ("山田 太郎", nil, ["太郎", "山田"]),
        ("--", nil, ["--"]),
        (nil, "User", ["user"]),
        (nil, nil, [])
    ]

    @Test(arguments: names) func words(_ fullName: String?, _ username: String?, _ expected: [String]) {
        #expect(Set(NameWords.of(fullName: fullName, username: username)) == Set(expected))
    }

    static let searches: [(String, [String])] = [
        ("", []), ("  ", []), ("Amara  okafor", ["okafor", "amara"]), ("an Anna ANNA a", ["anna"]), ("ann an-na an", ["an-na", "ann"]),
        // Each word is a range of the index, so many at most.
        (Array(repeating: "a", count: 50).joined(separator: " "), ["a"])
    ]

    @Test(arguments: searches) func whatIsLookedFor(_ text: String, _ expected: [String]) { #expect(NameWords.asked(text) == expected) }

    @Test func ofManyWordsTheLongestAreLookedFor() {
        let words = (0..<26).map { String(repeating: String(UnicodeScalar(UInt8(97 + $0))), count: 1 + $0 % 3) }
        let asked = NameWords.asked(words.joined(separator: " "))
        #expect(asked.count == NameWords.mostAsked && Set(asked).isSubset(of: words))
        #expect(asked.filter { $0.count == 3 }.count == 8 && asked.allSatisfy { $0.count > 1 })
    }

    @Test func aLongWordIsCut() {
        let word = String(repeating: "ab", count: 200)
        #expect(NameWords.typed("\(word) c").map(\.unicodeScalars.count) == [NameWords.longest, 1])
    }
}
