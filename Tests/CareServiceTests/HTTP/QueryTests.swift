import CareModels
import Foundation
import Testing

@testable import HTTP

/// The problem that `body` throws.
func problem(_ body: () throws -> Void) -> Problem? {
    do {
        try body()
        return nil
    } catch {
        return error as? Problem ?? (error as? any ProblemConvertible)?.problem
    }
}

struct QueryTests {
    enum Kind: String, CaseIterable { case one, two }

    @Test func readsValues() throws {
        let query = try QueryParameters(
            parsing: "n=12&at=2026-03-08T14:30:00Z&kind=two&text=a+b%26c&empty=&flag", accepted: ["n", "at", "kind", "text", "empty", "flag"])
        #expect(try query.int("n", in: 1...20) == 12)
        #expect(try query.instant("at") == Date(timeIntervalSince1970: 1_772_980_200))
        #expect(try query.value("kind", Kind.self) == .two)
        #expect(query["text"] == "a b&c")
        #expect(query["empty"] == "")
        #expect(query["flag"] == "")
        #expect(query["absent"] == nil)
        #expect(try query.int("absent", in: 1...2) == nil)
    }

    @Test(arguments: ["n=0", "n=21", "n=x", "n=", "n=99999999999999999999", "n=1.5"]) func refusesNumbersOutOfRange(_ text: String) throws {
        let query = try QueryParameters(parsing: text[...], accepted: ["n"])
        let fault = problem { _ = try query.int("n", in: 1...20) }
        #expect(fault?.fields == [.init("n", "must be a whole number from 1 to 20")])
    }

    @Test func refusesUnknownNamesAndNamesThem() {
        let fault = problem { _ = try QueryParameters(parsing: "limit=1&zeta=1&alpha=2", accepted: ["limit"]) }
        #expect(fault?.status == .badRequest)
        #expect(fault?.fields.map(\.field) == ["alpha", "zeta"])
        #expect(fault?.fields.first?.message.description.contains("known are limit") == true)
    }

    @Test func ofManyUnknownNamesTwentyAreNamedAndTheOthersCounted() {
        let text = (100..<200).map { "n\($0)=1" }.joined(separator: "&")
        let fault = problem { _ = try QueryParameters(parsing: text[...], accepted: ["limit"]) }
        #expect(fault?.fields.map(\.field) == (100..<120).map { "n\($0)" } && fault?.moreFields == 80)
    }

    @Test func takesAnyNameWhereTheRouteSaysSo() throws {
        #expect(try QueryParameters(parsing: "anything=1", accepted: ["*"])["anything"] == "1")
    }

    @Test func refusesANameGivenTwice() {
        #expect(problem { _ = try QueryParameters(parsing: "a=1&a=2", accepted: ["a"]) }?.fields.map(\.field) == ["a"])
        #expect(problem { _ = try QueryParameters(parsing: "a=1&%61=2", accepted: ["a"]) }?.fields.map(\.field) == ["a"])
        let several = problem { _ = try QueryParameters(parsing: "b=1&a=1&a=2&b=2&a=3&c=1&c=2", accepted: ["a", "b"]) }
        #expect(several?.fields.map(\.field) == ["c", "a", "b"])
    }

    @Test(arguments: ["a=%", "a=%0", "a=%zz", "a=%00", "a=%C3%28", "=1", "%FF=1"]) func refusesWhatCannotBeRead(_ text: String) {
        #expect(problem { _ = try QueryParameters(parsing: text[...], accepted: ["a"]) }?.type == .malformedQuery)
    }

    @Test func refusesValuesOutsideAnEnum() throws {
        let query = try QueryParameters(parsing: "kind=three&at=yesterday&id=7&flag=maybe", accepted: ["kind", "at", "id", "flag"])
        #expect(problem { _ = try query.value("kind", Kind.self) }?.fields == [.init("kind", "must be one of one, two")])
        #expect(problem { _ = try query.instant("at") }?.fields.first?.field == "at")
        let impossible = QueryParameters(["at": "2026-13-45T10:00:00Z"])
        #expect(problem { _ = try impossible.instant("at") }?.fields.map { "\($0.field) \($0.message)" } == ["at must be an instant with a month from 01 to 12"])
        #expect(problem { _ = try query.bool("flag") }?.fields.first?.field == "flag")
    }

    @Test func allThatIsWrongIsToldAtOnce() throws {
        let query = QueryParameters(["n": "x", "at": "yesterday", "kind": "two"])
        var checks = Checks()
        let number = try checks.read(query.int("n", in: 1...20))
        let instant = try checks.read(query.instant("at"))
        let kind = try checks.read(query.value("kind", Kind.self))
        let flag = try checks.read(query.bool("absent"))
        #expect(number == nil && instant == nil && kind == .two && flag == nil)
        #expect(checks.faults.map(\.field) == ["n", "at"])
        // What is no fault of what was sent is none of these.
        let other = problem {
            var others = Checks()
            _ = try others.read(Self.forbidden())
        }
        #expect(other?.type == .forbidden)
    }

    /// Whatever reads values of their kinds tells also which names are no parameters: each of them, and once.
    @Test func whatIsMisnamedIsToldBesideWrongValues() throws {
        func query(_ text: String) throws -> QueryParameters { try QueryParameters(parsing: text[...], accepted: ["n", "at", "kind"], areRead: true) }
        let wrong = try query("n=x&colour=blue&at=yesterday&at=today&kind=two")
        var checks = Checks()
        _ = (try checks.read(wrong.int("n", in: 1...20)), try checks.read(wrong.instant("at")))
        let kind = try checks.read(wrong.value("kind", Kind.self))
        // A value that is one is there: others are judged by it.
        #expect(kind == .two && checks.faults.map(\.field) == ["colour", "at", "n", "at"] && checks.more == 0)
        // Also where no value is wrong, or none was sent.
        let fine = try query("n=3&colour=blue")
        #expect(problem { _ = try fine.int("n", in: 1...20) }?.fields.map(\.field) == ["colour"])
        #expect(problem { _ = try fine.bool("absent") }?.fields.map(\.field) == ["colour"])
        // Beside as many as are named there is no room for others.
        #expect(problem { _ = try query((100..<120).map { "c\($0)=1" }.joined(separator: "&")) }?.fields.count == 20)
        #expect(problem { _ = try QueryParameters(parsing: "n=x&colour=blue", accepted: ["n"]) }?.fields.map(\.field) == ["colour"])
    }

    @Test func everyListReadsItsQuery() {
        let list = Route.get("/things", .anyone, query: ["limit", "after"], operation: "listThings") { _ in Response(.ok) }
        let page = Route.get("/page", .anyone, query: ["lang"], operation: "showPage") { _ in Response(.ok) }
        #expect(list.readsItsQuery && !page.readsItsQuery && page.readingItsQuery().readsItsQuery)
    }

    private static func forbidden() throws -> Int? { throw Problem.forbidden("Not yours.") }

    @Test func aRepeatableNameKeepsEveryValue() throws {
        let query = try QueryParameters(parsing: "date=ge2026&date=lt2027&size=5", accepted: ["date", "size"], repeatable: ["date"])
        #expect(query.all("date") == ["ge2026", "lt2027"] && query.all("size") == ["5"] && query.all("other").isEmpty)
        #expect(throws: Problem.self) { try QueryParameters(parsing: "size=5&size=6", accepted: ["date", "size"], repeatable: ["date"]) }
        let pairs = try QueryParameters.list("a=1&b=%20&a=2".utf8)
        #expect(pairs.map(\.name) == ["a", "b", "a"] && pairs.map(\.value) == ["1", " ", "2"])
    }

    @Test func datesOfHeadersAreReadAsTheyAreWritten() throws {
        let instant = Date(timeIntervalSince1970: 784_111_777.9)
        #expect(HTTPDate.format(instant) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT") == Date(timeIntervalSince1970: 784_111_777))
        for text in [
            "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
            "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun,  06 Nov 1994 08:49:37 GMT"
        ] {
            #expect(HTTPDate.parse(text) == nil)
        }
    }
}
