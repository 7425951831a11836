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

    /// A body of 10 MiB may have a million faults: the first ones are named in their order, the others are counted.
    @Test(arguments: [(0, 0), (1, 0), (19, 0), (20, 0), (21, 1), (100_000, 99_980)]) func ofVeryManyTheFirstAreNamed(_ count: Int, _ more: Int) {
        var checks = Checks()
        for index in 0..<count { checks.fail("items[\(index)]", "is required") }
        let named = (0..<min(count, 20)).map { "items[\($0)]" }
        #expect(checks.faults.map(\.field) == named && checks.more == more)
        do throws(Faults) {
            try checks.done()
            #expect(count == 0)
        } catch {
            #expect(error.all.map(\.field) == named && error.more == more)
        }
    }

    /// Those that reading found count too, and those of a part, which counted some itself.
    @Test func whatWasFoundBeforeAndInPartsIsCounted() throws {
        let many = (0..<25).map { Fault("f\($0)", "is required") }
        #expect(Checks(many).faults.count == 20 && Checks(many).more == 5)
        let part = try #require(Faults(many, more: 3))
        #expect(part.all.count == 20 && part.more == 8)
        let after = part.after(Array(many.prefix(2)))
        let first: [String] = ["f0", "f1"] + (0..<18).map { "f\($0)" }
        #expect(after.all.map(\.field) == first && after.more == 10)
        var checks = Checks(Array(many.prefix(1)))
        checks.take(part) { "part.\($0)" }
        let placed: [String] = ["f0"] + (0..<19).map { "part.f\($0)" }
        #expect(checks.faults.map(\.field) == placed && checks.more == 9)
    }

    /// Of which field a fault is that was only counted nobody knows.
    @Test func nothingIsTakenForWellThatMayBeFaulty() {
        var checks = Checks()
        for index in 0..<20 { checks.fail("f\(index)", "is required") }
        #expect(checks.isFaulty("f19") && !checks.isFaulty("f20"))
        checks.fail("f20", "is required")
        #expect(checks.isFaulty("f20") && checks.isFaulty("f21"))
    }

    @Test(
        arguments: [
            (0, nil, nil), (1, "1 more fault is named once these are mended.", "1 autre faute sera nommée une fois celles-ci corrigées."),
            (999_980, "999980 more faults are named once these are mended.", "999980 autres fautes seront nommées une fois celles-ci corrigées.")
        ] as [(Int, String?, String?)])
    func howManyMoreThereAreIsSaid(_ more: Int, _ english: String?, _ french: String?) {
        #expect(Faults.rest(more)?.string(in: .english) == english && Faults.rest(more)?.string(in: .french) == french)
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

    /// It would be read as another, or turn what stands behind it. What other scripts need stays, and what people write to each other is theirs.
    @Test func aNameTurnsNothing() {
        var checks = Checks()
        for (index, turning) in ["\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}"].enumerated() {
            #expect(checks.name("a\(turning)b", "f\(index)", most: 9) == nil)
            #expect(checks.prose("a\(turning)b", "text", most: 9) == "a\(turning)b")
            #expect(checks.text("a\(turning)b", "file", most: 9) == "a\(turning)b")
            #expect(turning.unicodeScalars.allSatisfy { $0.turnsDirection })
        }
        #expect(checks.faults.map(\.field) == (0..<9).map { "f\($0)" })
        #expect(checks.faults.first?.message == "must not hold characters that turn the direction of writing (U+202A to U+202E, U+2066 to U+2069)")
        #expect(!"a\u{200E}\u{200F}\u{2029}\u{202F}\u{2065}\u{206A}".unicodeScalars.contains { $0.turnsDirection })
        for name in ["مريم", "\u{200F}מרים\u{200E}", "علی\u{200C}رضا", "👩\u{200D}⚕️"] { #expect(checks.name(" \(name) ", "name", most: 9) == name) }
        #expect(checks.faults.count == 9)
        #expect(checks.name(" ", "empty", required: true, most: 9) == nil)
        #expect(checks.name("a\nb", "lines", most: 9) == nil)
        #expect(checks.faults.suffix(2).map(\.field) == ["empty", "lines"])
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
