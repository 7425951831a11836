import CareModels
import Testing

struct ChecksTests {
    private func faults<R>(_ body: () throws(Faults) -> R) -> [Fault]? {
        do {
            _ = try body()
            return nil
        } catch {
            return error.all
        }
    }

    @Test func collectsEveryFault() {
        var checks = Checks([Fault("read", "before")])
        #expect(checks.text(nil, "title", required: true, most: 10) == nil)
        #expect(checks.text("  ", "name", required: true, most: 10) == nil)
        #expect(checks.text("abcdef", "code", most: 5) == nil)
        #expect(checks.text("👩‍👩‍👧", "family", most: 4) == nil)
        #expect(checks.text("a\u{7}b", "bell", most: 5) == nil)
        #expect(checks.text("a\nb", "lines", most: 5) == nil)
        checks.check(false, "end", "must be after start")
        checks.check(true, "fine", "never said")
        let found = faults { () throws(Faults) in try checks.done() } ?? []
        #expect(found.map(\.field) == ["read", "title", "name", "code", "family", "bell", "lines", "end"])
        #expect(found[3].message == "must have at most 5 characters (Unicode code points), not 6")
        #expect(found.map(\.message.limit) == [nil, nil, nil, 5, 4, nil, nil, nil])
        #expect(checks.isFaulty("bell") && !checks.isFaulty("fine"))
    }

    @Test func passesWhatIsWell() throws {
        var checks = Checks()
        #expect(checks.text("  héllo you\n", "text", most: 9) == "héllo you")
        #expect(checks.text(nil, "absent", most: 3) == nil)
        #expect(checks.text("👩‍👩‍👧", "family", most: 5) == "👩‍👩‍👧")
        try checks.done()
        #expect(try checks.done(1 as Int?) == 1)
        let (one, other) = try checks.done(1 as Int?, "b" as String?)
        #expect(one == 1 && other == "b")
    }

    @Test func keepsProseAsItIs() {
        var checks = Checks()
        #expect(checks.prose("  Dear\n\tyou\n", "text", most: 12) == "  Dear\n\tyou\n")
        #expect(checks.prose(" \n\t", "caption", most: 3) == nil)
        #expect(checks.faults.isEmpty)
        #expect(checks.prose(" \n\t", "text", required: true, most: 3) == nil)
        #expect(checks.prose("abc\n", "long", most: 3) == nil)
        #expect(checks.prose("a\u{7}b", "bell", most: 3) == nil)
        #expect(checks.faults.map(\.field) == ["text", "long", "bell"])
    }

    @Test(arguments: ["https://example.org/a.png", "http://example.org", "HTTPS://Example.org:8443/?a=b"]) func webAddresses(_ text: String) {
        var checks = Checks()
        checks.checkWebAddress(text, "website")
        #expect(checks.faults.isEmpty)
    }

    @Test(arguments: [
        "javascript:alert(1)", "ftp://example.org", "example.org", "https://", "https:///path", "https://me@example.org", "https://me:word@example.org", "https://a\nb"
    ])
    func noWebAddresses(_ text: String) {
        var checks = Checks()
        checks.checkWebAddress(text, "website")
        #expect(checks.isFaulty("website"))
    }

    /// A value is not given out beside a fault, and its absence is never without one.
    @Test func nothingIsRefusedWithoutAWord() {
        var checks = Checks()
        #expect(Faults([]) == nil && Faults("a", "is required").after([]).all.map(\.field) == ["a"])
        #expect(faults { () throws(Faults) in try checks.done(nil as Int?) }?.count == 1)
        #expect(faults { () throws(Faults) in try checks.done(1 as Int?, nil as Int?) }?.count == 1)
        checks.fail("title", "is required")
        #expect(faults { () throws(Faults) in try checks.done(1 as Int?) } == [Fault("title", "is required")])
        #expect(faults { () throws(Faults) in try checks.done(nil as Int?, 2 as Int?) } == [Fault("title", "is required")])
    }
}
