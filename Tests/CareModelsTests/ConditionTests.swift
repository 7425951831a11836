import CareModels
import Testing

@Suite struct ConditionTests {
    @Test(
        arguments: [
            ("*", .any), (" * ", .any), (#""3""#, .listed([EntityTag(version: 3)])), (#"W/"3""#, .listed([EntityTag(version: 3, isWeak: true)])),
            (#" W/"1" ,\#t"2.gallery""#, .listed([EntityTag("1", isWeak: true), EntityTag("2.gallery")])),
            (#","a",,"b,c","#, .listed([EntityTag("a"), EntityTag("b,c")])),
            (#""""#, .listed([EntityTag("")])), ("\"\u{E9}\"", .listed([EntityTag("\u{E9}")]))
        ] as [(String, Condition)])
    func read(_ text: String, _ condition: Condition) { #expect(Condition(text) == condition) }

    @Test(arguments: [
        "", " ", ",", "3", "\"3", "3\"", "W/3", "W\"3\"", "w/\"3\"", "**", "*,\"1\"", "\"1\", *", "\"1\"\"2\"", "\"1\" \"2\"", "W/\"1 2\"", "\"\u{7F}\""
    ])
    func malformed(_ text: String) { #expect(Condition(text) == nil) }

    @Test func severalLinesAreOneList() { #expect(Condition([#""1""#, #"W/"2", "3""#]) == Condition(#""1",W/"2","3""#)) }

    @Test func ofAnEndlessListNothingIsRead() {
        #expect(Condition([String](repeating: "\"1\"", count: 100)) != nil && Condition([String](repeating: "\"1\"", count: 101)) == nil)
    }

    struct Named: Sendable {
        var text: String
        var strongly: Bool
        var weakly: Bool
    }

    /// Of version 3 (RFC 9110, section 8.8.3.2).
    @Test(arguments: [
        Named(text: "*", strongly: true, weakly: true), Named(text: #""3""#, strongly: true, weakly: true),
        Named(text: #"W/"3""#, strongly: false, weakly: true), Named(text: #""2", "3""#, strongly: true, weakly: true),
        Named(text: #""2", W/"3""#, strongly: false, weakly: true), Named(text: #""3.gallery""#, strongly: true, weakly: true),
        Named(text: #""2""#, strongly: false, weakly: false), Named(text: #""03""#, strongly: false, weakly: false),
        Named(text: #""+3""#, strongly: false, weakly: false), Named(text: #""x""#, strongly: false, weakly: false),
        Named(text: #""30""#, strongly: false, weakly: false)
    ])
    func versions(_ row: Named) throws {
        let condition = try #require(Condition(row.text))
        #expect(condition.names(version: 3, .strong) == row.strongly && condition.names(version: 3, .weak) == row.weakly)
    }

    /// The table of that section.
    @Test(arguments: [
        (#"W/"1""#, #"W/"1""#, false, true), (#"W/"1""#, #"W/"2""#, false, false), (#"W/"1""#, #""1""#, false, true), (#""1""#, #""1""#, true, true)
    ])
    func tags(_ one: String, _ other: String, _ strongly: Bool, _ weakly: Bool) throws {
        guard case .listed(let tags)? = Condition(other), let tag = tags.first else {
            Issue.record("it is not read")
            return
        }
        let condition = try #require(Condition(one))
        #expect(condition.names(tag, .strong) == strongly && condition.names(tag, .weak) == weakly)
    }

    @Test func spelled() { #expect("\(EntityTag(version: 3)) \(EntityTag(version: 4, isWeak: true))" == #""3" W/"4""#) }
}
