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

    @Test func aLongWordIsCut() {
        let word = String(repeating: "ab", count: 200)
        #expect(NameWords.typed("\(word) c").map(\.unicodeScalars.count) == [NameWords.longest, 1])
    }
}
