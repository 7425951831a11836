import Foundation
import JSON
import Testing

@testable import FHIR

/// What a difference says, and that it makes the one of the other: over the official examples where they are beside the checkout, else over our own.
@Suite struct ResourceDiffTests {
    private static func value(_ text: String) throws -> JSONValue { try JSONDocument(Array(text.utf8)).root }

    private static let one = #"""
        {"resourceType":"Patient","id":"p","meta":{"versionId":"1","lastUpdated":"2026-01-01T00:00:00Z"},"active":true,"birthDate":"1984-02-29","_birthDate":{"id":"b"},
         "name":[{"family":"A","given":["x","y"],"_given":[null,{"id":"g"}]},{"text":"b"}],"telecom":[{"value":"1"},{"value":"2"},{"value":"3"}],"deceasedBoolean":false}
        """#
    private static let other = #"""
        {"resourceType":"Patient","id":"p","meta":{"versionId":"2","lastUpdated":"2026-01-02T00:00:00Z","tag":[{"code":"t"}]},"birthDate":"1984-03-01",
         "name":[{"family":"A","given":["y","z"],"_given":[{"id":"g"},null]}],"telecom":[{"value":"0"},{"value":"1"},{"value":"3"}],
         "deceasedDateTime":"2026-01-01","contact":[{"name":{"text":"n"},"telecom":[{"value":"9"}]}]}
        """#

    @Test func itSaysLittle() throws {
        let patch = try ResourceDiff.parameters(
            from: try Self.value(#"{"resourceType":"Patient","gender":"male","active":true}"#),
            to: try Self.value(#"{"resourceType":"Patient","gender":"female","active":true}"#), .r4)
        #expect(
            String(decoding: patch, as: UTF8.self)
                == #"{"resourceType":"Parameters","parameter":[{"name":"operation","part":[{"name":"type","valueCode":"replace"},{"name":"path","valueString":"Patient.gender"},{"name":"value","valueCode":"female"}]}]}"#
        )
        let nothing = try ResourceDiff.parameters(from: try Self.value(Self.one), to: try Self.value(Self.one), .r4)
        #expect(String(decoding: nothing, as: UTF8.self) == #"{"resourceType":"Parameters"}"#)
    }

    @Test func itMakesTheOneOfTheOther() throws {
        try expect(try Self.value(Self.one), try Self.value(Self.other), .r4)
        try expect(try Self.value(Self.other), try Self.value(Self.one), .r4)
    }

    /// Whatever the order of their members, and however a text is escaped; but each digit counts.
    @Test func itemsThatSayTheSameAreTheSame() throws {
        let patch = try ResourceDiff.parameters(
            from: try Self.value(#"{"resourceType":"Patient","telecom":[{"value":"1","use":"home"},{"value":"2"},{"rank":1}]}"#),
            to: try Self.value(#"{"resourceType":"Patient","telecom":[{"value":"2"},{"use":"home","value":"\u0031"},{"rank":1.0},{"value":"\u0032"}]}"#), .r4)
        let kinds = try Self.value(String(decoding: patch, as: UTF8.self))["parameter"]?.children.compactMap { operation in
            operation["part"]?.children.first { $0["name"]?.string == "type" }?["valueCode"]?.string
        }
        #expect(kinds == ["insert", "insert", "delete"])
    }

    @Test func whatTheReleaseDoesNotKnowHasNoPath() throws {
        let unknown = try Self.value(#"{"resourceType":"Patient","colour":"red"}"#)
        #expect(throws: ResourceDiff.UnknownElement(path: "Patient.colour")) { try ResourceDiff.parameters(from: unknown, to: unknown, .r4) }
    }

    // MARK: Bounds

    private static func patient(_ given: [String]) throws -> JSONValue {
        try value(#"{"resourceType":"Patient","name":[{"text":"n","given":[\#(given.map { "\"\($0)\"" }.joined(separator: ","))]}]}"#)
    }

    /// Items that are other ones, that are gone, or that have come: each difference is longer than many of them.
    @Test func whatItTellsIsBounded() throws {
        let most = ResourceDiff.mostOperations
        let none = try Self.value(#"{"resourceType":"Patient","name":[{"text":"n"}]}"#)
        func given(_ name: String, _ count: Int) throws -> JSONValue { try Self.patient(Array(repeating: name, count: count)) }
        let whole = try JSONDocument(try ResourceDiff.parameters(from: try given("a", most), to: try given("b", most), .r4)).root
        #expect(whole["parameter"]?.childCount == most)
        for (old, new) in [(try given("a", most + 1), try given("b", most + 1)), (try given("a", most + 1), none), (none, try given("a", most + 1))] {
            #expect(throws: ResourceDiff.TooMuch()) { try ResourceDiff.parameters(from: old, to: new, .r4) }
        }
    }

    @Test func itsLengthIsBounded() throws {
        let text = String(repeating: "a", count: ResourceDiff.mostBytes / 2)
        let (none, one) = (try Self.value(#"{"resourceType":"Patient"}"#), try Self.value(#"{"resourceType":"Patient","name":[{"text":"\#(text)"}]}"#))
        #expect(try ResourceDiff.parameters(from: none, to: one, .r4).count > text.utf8.count)
        let two = try Self.value(#"{"resourceType":"Patient","name":[{"text":"\#(text)"},{"text":"\#(text)"}]}"#)
        #expect(throws: ResourceDiff.TooMuch()) { try ResourceDiff.parameters(from: none, to: two, .r4) }
    }

    /// At each level at which something differs, the whole text below it is held against the other.
    @Test func longTextsBelowManyLevelsAreBounded() throws {
        let text = String(repeating: "a", count: 2 << 20)
        func nested(_ levels: Int, _ value: Int) throws -> JSONValue {
            let innermost = #"{"url":"u","valueInteger":\#(value)},{"url":"t","valueString":"\#(text)"}"#
            let opening = String(repeating: #"{"url":"e","extension":["#, count: levels)
            let document = #"{"resourceType":"Patient","extension":[\#(opening)\#(innermost)\#(String(repeating: "]}", count: levels))]}"#
            return try JSONDocument(Array(document.utf8), limits: .resource).root
        }
        _ = try ResourceDiff.parameters(from: try nested(5, 1), to: try nested(5, 2), .r4)
        #expect(throws: ResourceDiff.TooMuch()) { try ResourceDiff.parameters(from: try nested(45, 1), to: try nested(45, 2), .r4) }
    }

    /// Counted in values that are looked at.
    @Test(.enabled(if: Looks.areCounted, "a release counts nothing")) func longListsAreReadInTimeThatGrowsWithThem() throws {
        func looks(_ count: Int) throws -> Int {
            var given = (0..<count).map(String.init)
            let old = try Self.patient(given)
            given[count / 2] = "another"
            let new = try Self.patient(given)
            return try Looks.counted { _ = try ResourceDiff.parameters(from: old, to: new, .r4) }
        }
        let (once, twice) = (try looks(2_000), try looks(4_000))
        #expect(once >= 2_000 && Double(twice) < 2.5 * Double(once), "\(twice) after \(once)")
    }

    private static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/data/fhir")

    @Test(.enabled(if: FileManager.default.fileExists(atPath: ResourceDiffTests.examples.path)), arguments: FHIRRelease.allCases)
    func itMakesAnyExampleOfAnother(release: FHIRRelease) throws {
        let folder = Self.examples.appendingPathComponent("\(release.rawValue)-examples")
        var byType: [String: [JSONValue]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() where name.hasSuffix(".json") {
            let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
            guard bytes.count < 30_000, let root = try? JSONDocument(bytes).root, let type = root["resourceType"]?.string, type != "Bundle" else { continue }
            byType[type, default: []].append(root)
        }
        var count = 0
        for examples in byType.values {
            for (one, other) in zip(examples.prefix(4), examples.dropFirst()) {
                guard let _ = try? ResourceDiff.parameters(from: one, to: other, release) else { continue }
                try expect(one, other, release)
                count += 1
            }
        }
        #expect(count > 100)
    }

    private func expect(_ one: JSONValue, _ other: JSONValue, _ release: FHIRRelease) throws {
        let patch = try FHIRPathPatch(try JSONDocument(try ResourceDiff.parameters(from: one, to: other, release)).root, release)
        let made = try JSONDocument(try patch.apply(to: one)).root
        let (mine, theirs) = (made.membersByName, other.membersByName)
        for (name, value) in theirs where name != Array("meta".utf8) {
            let counterpart = try #require(mine[name], "\(String(decoding: name, as: UTF8.self)) is missing")
            #expect(counterpart.isSame(value), "\(String(decoding: name, as: UTF8.self)) differs")
        }
        #expect(Set(mine.keys).union([Array("meta".utf8)]) == Set(theirs.keys).union([Array("meta".utf8)]))
    }
}
