import CareModels
import Foundation
import JSON
import Testing

@Suite struct EventCatalogTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private static func golden(_ type: String) throws -> Data {
        try Data(contentsOf: here.appendingPathComponent("Golden/\(type).json"))
    }

    @Test(arguments: EventCatalog.all.map(\.type))
    func exampleIsItsGoldenFileByteForByte(type: String) throws {
        let entry = try #require(EventCatalog.entry(type: type))
        let golden = try #require(try? Self.golden(type), "Golden/\(type).json is missing: it holds the encoded example")
        let encoded = String(decoding: try CareJSON.encode(entry.example), as: UTF8.self)
        #expect(encoded + "\n" == String(decoding: golden, as: UTF8.self))
    }

    @Test(arguments: EventCatalog.all.map(\.type))
    func goldenFileDecodesToTheExample(type: String) throws {
        func check<Event: CareEvent>(_ example: Event) throws {
            #expect(try CareJSON.decode(Event.self, from: try Self.golden(type)) == example)
        }
        let example = try #require(EventCatalog.entry(type: type)).example
        try check(example)
    }

    /// A consumer built today reads what a later version publishes.
    @Test(arguments: EventCatalog.all.map(\.type))
    func unknownFieldsAreIgnored(type: String) throws {
        func check<Event: CareEvent>(_ example: Event) throws {
            let golden = String(decoding: try Self.golden(type), as: UTF8.self)
            let later = "{\"addedLater\":{\"deep\":[1,null]}," + golden.dropFirst()
            #expect(try CareJSON.decode(Event.self, from: Data(later.utf8)) == example)
        }
        let example = try #require(EventCatalog.entry(type: type)).example
        try check(example)
    }

    @Test func everyEventInTheSourcesIsInTheCatalog() throws {
        let sources = Self.here.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Shared/CareModels/Events")
        var declared: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /struct (\w+): [^{]*\bCareEvent\b/) { declared.insert(String(match.1)) }
        }
        #expect(!declared.isEmpty)
        #expect(Set(EventCatalog.all.map(\.name)) == declared)
    }

    @Test func everyGoldenFileBelongsToAnEvent() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.here.appendingPathComponent("Golden").path)
        #expect(files.sorted() == EventCatalog.all.map { $0.type + ".json" }.sorted())
    }

    @Test func typesAreUniqueAndNamedAfterTheirTopic() {
        #expect(Set(EventCatalog.all.map(\.type)).count == EventCatalog.all.count)
        for entry in EventCatalog.all {
            let entity = entry.topic.rawValue.dropLast(".v1".count)
            #expect(entry.type.hasPrefix(entity + "."), "\(entry.type) is in \(entry.topic.rawValue)")
            #expect(entry.type.wholeMatch(of: /care\.[a-z-]+\.[a-z-]+\.v[0-9]+/) != nil, "\(entry.type)")
        }
        for topic in Topic.allCases { #expect(EventCatalog.all.contains { $0.topic == topic }, "\(topic) has no event") }
    }

    @Test func everyMeaningIsOfAField() throws {
        var (fields, deeper): (Set<String>, Set<String>) = ([], [])
        func names(in value: Any) {
            if let list = value as? [Any] { list.forEach(names) }
            guard let object = value as? [String: Any] else { return }
            deeper.formUnion(object.keys)
            object.values.forEach(names)
        }
        for entry in EventCatalog.all {
            let event = try #require(try JSONSerialization.jsonObject(with: CareJSON.encode(entry.example)) as? [String: Any])
            fields.formUnion(event.keys)
            names(in: event)
        }
        #expect(Set(EventCatalog.meanings.keys) == fields)
        #expect(EventCatalog.formerNames.isSubset(of: deeper))
    }

    @Test(arguments: EventCatalog.all.map(\.type)) func everyEventSaysWhatCanBeReliedOn(type: String) throws {
        let entry = try #require(EventCatalog.entry(type: type))
        #expect(entry.promises.map(\.name) == ["order", "versions", "duplicates", "erasure", "retention", "protection", "since"])
        for promise in entry.promises { #expect(promise.text.hasSuffix(".") && promise.text.count > 10, "\(promise.name)") }
        #expect(entry.event.since.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil)
        let protection = try #require(entry.promises.first { $0.name == "protection" }).text
        #expect(protection.contains("signed:") == entry.event.isSigned && protection.contains("value of somebody's health") == entry.event.holdsHealthValue)
    }

    @Test func aMissingFieldIsRefusedAndNamed() {
        let json = Data(#"{"userId":"019ca001-0b1c-7e2d-b3f4-a5968778695a","version":1}"#.utf8)
        do {
            _ = try CareJSON.decode(UserDeleted.self, from: json)
            Issue.record("it was accepted")
        } catch DecodingError.keyNotFound(let key, _) {
            #expect(key.stringValue == "deletedAt")
        } catch {
            Issue.record("another error: \(error)")
        }
    }
}
