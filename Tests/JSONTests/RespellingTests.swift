import Testing

@testable import JSON

@Suite struct RespellingTests {
    @Test(arguments: [
        ("start_time", "startTime"), ("StartTime", "startTime"), ("start-time", "startTime"), ("starttime", "startTime"), ("providerID", "providerId"),
        ("provder_id", "providerId"), ("tilte", "title"), ("titlee", "title"), ("tytle", "title"), ("ttle", "title"), ("Title", "title"), ("title_", "title"),
        ("name", nil), ("t", nil), ("", nil), ("<title>", nil), ("títle", nil), (String(repeating: "a", count: 41), nil)
    ])
    func findsWhatWasMeant(_ name: String, _ meant: String?) {
        let known: Set = ["title", "startTime", "providerId"]
        #expect(Respelling.find(name) { known.contains($0) } == meant)
    }

    /// A stranger chooses the names.
    @Test func triesSoManyAtMost() {
        var tries = 0
        let found = Respelling.find(String(repeating: "x", count: 40)) { _ in
            tries += 1
            return false
        }
        #expect(found == nil)
        #expect(tries < 2_500)
    }
}
