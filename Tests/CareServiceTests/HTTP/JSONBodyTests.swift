import CareModels
import Foundation
import Testing

@testable import HTTP

struct JSONBodyTests {
    struct Rule: Decodable {
        enum Day: String, Decodable { case monday, tuesday }
        var weekday: Day
        var from: Int
        var note: String?
    }

    struct Body: Decodable {
        var id: UserID?
        var at: Date?
        var price: Double?
        var title: String
        var rules: [Rule]?
    }

    @Test(arguments: [
        (#"{}"#, "title", "is required"),
        (#"{"title": null}"#, "title", "must not be null; expected a string"),
        (#"{"title": 7}"#, "title", "expected a string"),
        (#"[]"#, "body", "expected an object"),
        (#"{"title":"a","id":"x"}"#, "id", "expected a UUID, such as 0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11"),
        (#"{"title":"a","at":"tomorrow"}"#, "at", "expected an RFC 3339 instant, such as 2026-03-08T14:30:00Z"),
        (#"{"title":"a","price":"free"}"#, "price", "expected a number"),
        (#"{"title":"a","rules":{}}"#, "rules", "expected a list"),
        (#"{"title":"a","rules":[{"weekday":"monday","from":1},{"weekday":"monday"}]}"#, "rules[1].from", "is required"),
        (#"{"title":"a","rules":[{"weekday":"someday","from":1}]}"#, "rules[0].weekday", "is not one of the values that this field takes"),
        (#"{"title":"a","rules":[{"weekday":"monday","from":1.5}]}"#, "rules[0].from", "expected a whole number, or a number within range"),
        (#"{"title":"a","rules":[{"weekday":"monday","from":99999999999999999999}]}"#, "rules[0].from", "expected a whole number, or a number within range"),
        (#"{"title":"a","price":2.5,"rules":[{"weekday":"monday","from":1e40}]}"#, "rules[0].from", "expected a whole number, or a number within range"),
        (#"{"title":"a","price":1e999}"#, "price", "expected a number within range"),
        (#"{"title":"a\u0000b"}"#, "title", "must not hold the NUL character (\\u0000)"),
        (#"{"title":"a","rules":[1,{"x":"\\\u0000"}]}"#, "rules[1].x", "must not hold the NUL character (\\u0000)"),
        (#"{"title":"a","rules":[{"k\u0000":1}]}"#, "rules[0]", "must not hold the NUL character (\\u0000)"),
        (#"{"title":"a","title":"b"}"#, "title", "is given more than once; give it once"),
        (#"{"title":"a","rules":[{"from":1,"fr\u006fm":1}]}"#, "rules[0].from", "is given more than once; give it once")
    ])
    func namesTheFieldAndWhatWasExpected(_ json: String, _ field: String, _ message: String) {
        let fault = problem { _ = try JSONBody.decode(Body.self, from: Array(json.utf8)) }
        #expect(fault?.status == .badRequest)
        #expect(fault?.fields == [Fault(field, Text(verbatim: message))])
    }

    private struct Visit: Decodable {
        enum Kind: String, Decodable { case routine, urgent }

        struct Place: Decodable {
            var name: String
            var room: Int
        }

        var provider: UserID
        var start: Date
        var place: Place
        var rules: [Rule]
        var kind: Kind
        var isShort: Bool
        var note: String?
    }

    /// What is missing or of another kind is told at once, so that nobody has to send a body as often as it has faults. Where nothing can stand in for a value,
    /// as for a word that is none of an enum's, the rest is not looked at.
    @Test(arguments: [
        (
            #"{}"#,
            [
                "provider: is required", "start: is required", "place: is required", "rules: is required", "kind: is required"
            ]
        ),
        (
            #"{"provider":"x","start":"y","place":{"room":"z"},"rules":[{"weekday":"monday"},{"weekday":"monday","from":"w"}],"kind":"routine","isShort":1,"note":2}"#,
            [
                "provider: expected a UUID, such as 0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11", "start: expected an RFC 3339 instant, such as 2026-03-08T14:30:00Z",
                "place.name: is required", "place.room: expected a whole number", "rules[0].from: is required", "rules[1].from: expected a whole number",
                "isShort: expected true or false", "note: expected a string"
            ]
        ),
        (
            #"{"provider":7,"start":null,"place":[],"rules":{},"kind":"sudden","isShort":7}"#,
            [
                "provider: expected a string", "start: must not be null; expected an RFC 3339 instant, such as 2026-03-08T14:30:00Z", "place: expected an object",
                "rules: expected a list", "kind: is not one of the values that this field takes"
            ]
        ),
        (
            #"{"starts":"2026-03-08T14:30:00Z"}"#,
            [
                "provider: is required", "start: is required", "place: is required", "rules: is required", "kind: is required",
                "starts: is not known; did you mean start?"
            ]
        )
    ])
    func namesAllThatIsMissingOrOfAnotherKind(_ json: String, _ faults: [String]) {
        let fault = problem { _ = try JSONBody.decode(Visit.self, from: Array(json.utf8)) }
        #expect(fault?.type == .validation)
        #expect(fault?.fields.map { "\($0.field): \($0.message)" } == faults)
    }

    /// A list of a million faults is told of by twenty.
    @Test func namesTheFirstTwenty() {
        let rules = Array(repeating: #"{"weekday":"monday"}"#, count: 100).joined(separator: ",")
        let fault = problem { _ = try JSONBody.decode(Body.self, from: Array("{\"title\":\"a\",\"rules\":[\(rules)]}".utf8)) }
        #expect(fault?.fields.map(\.field) == (0..<20).map { "rules[\($0)].from" })
    }

    @Test(arguments: [
        (#"{"title":"a","titel":"b"}"#, ["titel: is not known"]),
        (#"{"titel":"a"}"#, ["title: is required", "titel: is not known; did you mean title?"]),
        (#"{"title":"a","rule":[],"x":1}"#, ["rule: is not known; did you mean rules?", "x: is not known"]),
        (
            #"{"title":"a","rules":[{"weekday":"monday","from":1},{"weekday":"monday","form":1}]}"#,
            ["rules[1].from: is required", "rules[1].form: is not known; did you mean from?"]
        ),
        (#"{"title":"a","rules":[{"weekday":"monday","from":1,"NOTE":{"deep":[1]}}]}"#, ["rules[0].NOTE: is not known; did you mean note?"]),
        // Reading ended before these were asked for.
        (#"{"Price":1}"#, ["title: is required", "Price: is not known; did you mean price?"]),
        (#"{"ru_les":[]}"#, ["title: is required", "ru_les: is not known; did you mean rules?"]),
        (#"{"price":1,"pricee":2}"#, ["title: is required", "pricee: is not known"]),
        (#"{"title":"a","<script>":1}"#, ["?: is not known"])
    ])
    func namesWhatIsNotKnown(_ json: String, _ faults: [String]) {
        let fault = problem { _ = try JSONBody.decode(Body.self, from: Array(json.utf8)) }
        #expect(fault?.type == .validation)
        #expect(fault?.fields.map { "\($0.field): \($0.message)" } == faults)
    }

    /// A name that nothing is near to leads to those that there are, of the object that it stands in.
    @Test(
        arguments: [
            (#"{"title":"a","foo":1}"#, "Instead of foo, known here are at, id, price, rules, title."),
            (#"{"title":"a","rule":[],"foo":1,"bar":2}"#, "Instead of foo, known here are at, id, price, rules, title."),
            (#"{"title":"a","rules":[{"weekday":"monday","from":1,"zone":1}]}"#, "Instead of rules[0].zone, known here are from, note, weekday."),
            // What was meant is named already.
            (#"{"title":"a","rule":[]}"#, nil),
            // Reading ended before all were asked for.
            (#"{"foo":1}"#, nil)
        ] as [(String, String?)])
    func namesWhatIsKnownInstead(_ json: String, _ detail: String?) {
        let fault = problem { _ = try JSONBody.decode(Body.self, from: Array(json.utf8)) }
        #expect(fault?.type == .validation && fault?.detail?.description == detail)
    }

    @Test(arguments: [
        "", " ", "{", "nonsense", #"{"title":NaN}"#, #"{"title":"a","price":1e999}"#, #"{"title":"a" "b"}"#,
        #"{"title":"\ud800"}"#, #"{"title":"a"}{"#, String(repeating: "[", count: 100_000), #"{"title":"\u00"#, #"{"a":"\"#
    ])
    func refusesWhatIsNotJSON(_ json: String) {
        let fault = problem { _ = try JSONBody.decode(Body.self, from: Array(json.utf8)) }
        #expect(fault?.status == .badRequest)
    }

    /// Each of these keys ended the process when Foundation's decoder met it.
    @Test(arguments: [#"\ud800"#, #"\udc00"#, #"\ud800A"#, #"\q"#, #"\uZZZZ"#])
    func aStrangeKeyIsRefused(_ key: String) {
        for json in [#"{"title":"a","\#(key)":1}"#, #"{"title":"a","rules":[{"\#(key)":1}]}"#] {
            let fault = problem { _ = try JSONBody.decode(Body.self, from: Array(json.utf8)) }
            #expect(fault?.type == .malformedJSON)
            #expect(fault?.detail?.description.contains("a string holds an escape that does not exist, or half of a surrogate pair") == true)
        }
    }

    @Test(arguments: [
        ("", "It is empty; send a JSON object."), ("\u{FEFF}{}", "It begins with a byte order mark; leave it out."),
        (#"{"title":"a"} x"#, "At byte 14, in body: something follows the value."),
        (#"{"title":"a","rules":[{"from" 1}]}"#, "At byte 30, in rules[0]: a colon was expected."),
        (#"{"title":"a","rules":[{"from":01}]}"#, "At byte 31, in rules[0].from: a number is not written as JSON wants it.")
    ])
    func saysWhereItCannotBeRead(_ json: String, _ detail: String) {
        let fault = problem { _ = try JSONBody.decode(Body.self, from: Array(json.utf8)) }
        #expect(fault?.type == .malformedJSON)
        #expect(fault?.detail?.description == detail)
    }

    @Test func refusesInvalidUTF8AndRawNULs() {
        #expect(problem { _ = try JSONBody.decode(Body.self, from: Array(#"{"title":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)) }?.detail == "It is not valid UTF-8.")
        #expect(problem { _ = try JSONBody.decode(Body.self, from: Array(#"{"title":""#.utf8) + [0] + Array(#""}"#.utf8)) }?.fields.first?.field == "title")
    }

    @Test func refusesNestingWithoutEnd() {
        let deep = #"{"title":"# + String(repeating: "[", count: 65) + String(repeating: "]", count: 65) + "}"
        #expect(problem { _ = try JSONBody.decode(Body.self, from: Array(deep.utf8)) }?.detail?.description.contains("64 levels") == true)
    }

    @Test func takesWhatLooksLikeAnEscapedNULButIsNot() throws {
        #expect(try JSONBody.decode(Body.self, from: Array(#"{"title":"\\u0000 \u0001 é 😀"}"#.utf8)).title == "\\u0000 \u{1} é 😀")
    }

    @Test func readsAWholeBody() throws {
        let json = #"{"title":"ü","at":"2026-03-08T14:30:00Z","rules":[{"weekday":"tuesday","from":3}]}"#
        let body = try JSONBody.decode(Body.self, from: Array(json.utf8))
        #expect(body.title == "ü")
        #expect(body.rules?.first?.weekday == .tuesday)
    }
}
