import CareModels
import FHIR
import Foundation
import JSON
import Testing

@testable import RecordsService

@Suite struct SmallRulesTests {
    // MARK: Annotations

    @Test func annotationsAreLowerCasedTrimmedAndOnce() throws {
        #expect(try Annotations([" Fasting", "MORNING ", "fasting"]).words == ["fasting", "morning"])
        #expect(try Annotations(header: "Gr%C3%BC%C3%9Fe, a%20b,C").words == ["a b", "c", "grüße"])
        #expect(try Annotations(header: "  ").words.isEmpty)
        let words = try Annotations(["a b", "grüße", "x:y/z"])
        #expect(try Annotations(header: words.header) == words)
    }

    private static let fiftyOne = (0..<51).map { "a\($0)" }.joined(separator: ",")
    /// What a reader sees as one character, and a head of 60 KiB of words that are each short enough.
    private static let towering = "q" + String(repeating: "%CC%A3", count: 100)
    private static let heavy = (0..<50).map { "\($0)" + String(repeating: "%F0%9F%98%80", count: 98) }.joined(separator: ",")

    @Test(arguments: [
        ("a,,b", Annotations.Refusal.empty), (",", .empty), ("a, ", .empty), ("%", .character), ("a%2Cb", .character), ("a(b", .character),
        ("%00", .character), ("%C2%84", .character), ("\u{84}", .character), ("grüße", .character), (String(repeating: "x", count: 101), .tooLong),
        (SmallRulesTests.fiftyOne, .tooMany),
        (SmallRulesTests.towering, .tooLong), (SmallRulesTests.heavy, .tooLarge)
    ])
    func otherAnnotationsAreRefused(header: String, refusal: Annotations.Refusal) {
        #expect(throws: refusal) { try Annotations(header: header) }
    }

    private static func marks(_ count: Int) -> String { "a" + String(repeating: "\u{301}", count: count) + String(repeating: "\u{316}", count: count) }

    /// Before marks are put in order, which takes their number squared; and before a text of nothing but commas is taken apart.
    @Test func longAnnotationsAreNotNormalised() {
        #expect(throws: Annotations.Refusal.tooLong) { try Annotations([Self.marks(500_000)]) }
        #expect(throws: Annotations.Refusal.tooLarge) { try Annotations(header: String(repeating: "a,", count: 1 << 20)) }
        #expect(throws: AnnotationQuery.Refusal.word(.tooLong)) { try AnnotationQuery(Self.marks(30_000)) }
    }

    @Test(.enabled(if: Looks.areCounted, "a release counts nothing")) func annotationsAreReadOnceAndNoFurtherThanTheyAreTaken() throws {
        func looks(_ count: Int) -> Int {
            let text = String(repeating: "(a,b),", count: count)
            return Looks.counted { #expect(throws: AnnotationQuery.Refusal.self) { try AnnotationQuery(text) } }
        }
        let (once, twice) = (looks(500), looks(1_000))
        #expect(once > AnnotationQuery.mostWords && once < 500 && twice == once, "\(twice) after \(once)")
    }

    @Test(
        arguments: [
            ("a", ["a"], []), ("A, b ", ["a", "b"], []), ("(a,b)", [], [["a", "b"]]), ("a,(b,c)", ["a"], [["b", "c"]]), ("(a,b),(c)", [], [["a", "b"], ["c"]]),
            (" (a , B ) , c", ["c"], [["a", "b"]]), ("a,\u{301}b", ["a", "\u{301}b"], [])
        ] as [(String, [String], [[String]])])
    func annotationQueriesAreRead(text: String, all: [String], anyOf: [[String]]) throws {
        let query = try AnnotationQuery(text)
        #expect(query.all == all && query.anyOf == anyOf)
    }

    @Test(arguments: ["", ",", "a,", "()", "(a,)", "(a", "a)", "((a))", "(a)b", "a(b)", "(a)(b)"])
    func otherAnnotationQueriesAreRefused(text: String) { #expect(throws: AnnotationQuery.Refusal.self) { try AnnotationQuery(text) } }

    // MARK: Times

    @Test(arguments: [
        ("2026", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"), ("2026-02", "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"),
        ("2026-12", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"), ("2024-02-29", "2024-02-29T00:00:00Z", "2024-03-01T00:00:00Z"),
        ("2026-12-31", "2026-12-31T00:00:00Z", "2027-01-01T00:00:00Z"), ("2026-03-08T02:00:00-06:00", "2026-03-08T08:00:00Z", "2026-03-08T08:00:01Z")
    ])
    func datesAreIntervals(text: String, from: String, until: String) throws {
        let date = try #require(FHIRDate(text))
        #expect(RFC3339.format(date.from) == from && RFC3339.format(date.until) == until)
    }

    @Test(arguments: ["", "26", "2026-2", "2026-13", "2026-02-30", "2026-02-30T00:00:00Z", "2026-03-08T02:00", "20260308", "2026-03-08-01", "+026"])
    func otherTextsAreNoDates(text: String) { #expect(FHIRDate(text) == nil) }

    private func range(_ conditions: String...) -> TimeRange? {
        var range = TimeRange()
        for condition in conditions {
            let isRead = range.narrow(fhir: condition)
            if !isRead { return nil }
        }
        return range
    }

    @Test func conditionsNarrowARange() throws {
        let month = try #require(range("ge2026-03-01", "lt2026-04", "gt2026-03-05"))
        #expect(RFC3339.format(try #require(month.from)) == "2026-03-06T00:00:00Z")
        #expect(RFC3339.format(try #require(month.until)) == "2026-04-01T00:00:00Z")
        let day = try #require(range("2026-03-08"))
        #expect(try #require(day.until).timeIntervalSince(try #require(day.from)) == 86_400)
        for text in ["ap2026", "ne2026", "xx2026", "ge", "", "ge2026-99"] { #expect(range(text) == nil, "\(text)") }
    }

    // MARK: Conditions

    @Test(arguments: [
        (Condition.Comparison.weak, [#"W/"3""#, #""3""#, "*", #" W/"1" , "3""#], [#"W/"x""#, #"W/"4""#, #""03""#]),
        (.strong, [#""3""#, "*", #"W/"3", "3""#], [#"W/"3""#, #""4""#])
    ])
    func versionsAreCompared(comparison: Condition.Comparison, match: [String], others: [String]) throws {
        for text in match { #expect(throws: Never.self) { try Precondition(match: Condition(text), comparison: comparison).check(version: 3) } }
        for text in others {
            #expect(throws: Precondition.Refusal.changed(current: 3)) { try Precondition(match: Condition(text), comparison: comparison).check(version: 3) }
        }
    }

    @Test(
        arguments: [
            (Precondition(), 3, nil), (Precondition(), nil, nil), (Precondition(match: .listed([EntityTag(version: 3)])), 3, nil),
            (Precondition(match: .listed([EntityTag(version: 2)])), 3, .changed(current: 3)), (Precondition(match: .listed([EntityTag("x")])), 3, .changed(current: 3)),
            (Precondition(match: .any), 3, nil), (Precondition(match: .any), nil, .absent), (Precondition(match: .listed([EntityTag(version: 1)])), nil, .absent),
            (Precondition(mustBeAbsent: true), nil, nil), (Precondition(mustBeAbsent: true), 1, .present)
        ] as [(Precondition, Int?, Precondition.Refusal?)])
    func preconditionsAreChecked(precondition: Precondition, version: Int?, refusal: Precondition.Refusal?) {
        var found: Precondition.Refusal?
        do throws(Precondition.Refusal) {
            try precondition.check(version: version)
        } catch {
            found = error
        }
        #expect(found == refusal)
    }

    // MARK: Entries

    @Test(arguments: [
        ("POST", "Patient", BundleEntry.Action.create(type: "Patient")), ("PUT", "Patient/a.b-1", .update(type: "Patient", id: "a.b-1")),
        ("DELETE", "/Patient/1", .delete(type: "Patient", id: "1")), ("GET", "Patient/1", .read(type: "Patient", id: "1")),
        ("PATCH", "Patient/1", .patch(type: "Patient", id: "1")), ("PUT", "Patient?_id=1", .updateFound(type: "Patient", query: "_id=1")),
        ("GET", "Patient/1/_history/2", .readVersion(type: "Patient", id: "1", version: 2)), ("GET", "Patient?_id=1", .search(type: "Patient", query: "_id=1"))
    ])
    func entriesAreRead(method: String, url: String, action: BundleEntry.Action) throws {
        let text = #"{"request":{"method":"\#(method)","url":"\#(url)"},"resource":{"resourceType":"Patient"}}"#
        #expect(try BundleEntry(try JSONDocument(Array(text.utf8)).root).action == action)
    }

    @Test(arguments: [("POST", "Patient/1"), ("PUT", "Patient"), ("PUT", "Patient/a b"), ("GET", ""), ("GET", "a/b/c")])
    func otherEntriesAreRefused(method: String, url: String) throws {
        let root = try JSONDocument(Array(#"{"request":{"method":"\#(method)","url":"\#(url)"},"resource":{"resourceType":"Patient"}}"#.utf8)).root
        #expect(throws: ResourceFault.self) { try BundleEntry(root) }
    }
}
