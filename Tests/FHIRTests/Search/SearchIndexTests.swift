import FHIR
import Testing

@Suite struct SearchIndexTests {
    static let values: [(parameter: Int, values: [SearchValue])] = [
        (300, [.date(from: .min, until: 5), .date(from: -1, until: .max)]),
        (1, [.token(system: "http://loinc.org", code: "8867-4", text: "Pulse"), .token(system: nil, code: nil, text: "")]),
        (2, [.string(""), .string("Zoë 🎈"), .string(String(repeating: "long", count: 100))]), (20_000, [.uri("urn:x")]),
        (
            4,
            [
                .reference(.init(type: "Patient", id: "1")), .reference(.init(url: "http://a")), .reference(.init(identifierSystem: "s", identifierValue: "v")),
                .reference(.init())
            ]
        ),
        (5, [.number(.init(value: 1, low: 0.5, high: 1.5))]), (6, [.quantity(.init(value: -1e300, low: -2e300, high: 0), system: nil, code: "mg", unit: "mg")]),
        (7, [.composite([[.token(system: "a", code: "b")], [], [.string("c"), .uri("d")]])]), (8, [])
    ]

    @Test(arguments: [nil, "chosen-id"]) func isReadAsItWasWritten(_ id: String?) throws {
        let written = SearchIndex(id: id, Self.values)
        let read = try #require(SearchIndex(written.bytes))
        #expect(read == written && read.id == id)
        for (parameter, values) in Self.values {
            #expect(read.values(parameter) == values)
            #expect(read.has(parameter) == !values.isEmpty)
        }
        #expect(read.values(3).isEmpty && !read.has(70_000))
    }

    /// It lies sealed, so nobody changes it; a fault of ours ends no process.
    @Test func endsWhereItIsCut() {
        let bytes = SearchIndex(id: "x", Self.values).bytes
        for length in bytes.indices {
            guard let index = SearchIndex(Array(bytes[..<length])) else { continue }
            for parameter in [1, 2, 4, 5, 6, 7, 300, 20_000] { _ = index.values(parameter) }
        }
        #expect(SearchIndex([]) == nil && SearchIndex([9] + bytes.dropFirst()) == nil && SearchIndex([0]) == nil)
    }

    @Test func whatIsTooLargeIsMadeAnew() {
        let large = SearchIndex(id: nil, [(parameter: 1, values: [.string(String(repeating: "a", count: SearchIndex.most))])])
        #expect(SearchIndex(large.stored) == nil)
        #expect(SearchIndex(SearchIndex(id: nil, Self.values).stored) != nil)
    }
}
