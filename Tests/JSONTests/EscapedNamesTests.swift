import Testing

@testable import JSON

/// Names that are written with escapes.
@Suite struct EscapedNamesTests {
    private struct Named: Decodable {
        var name: Int
    }

    private static func object(_ length: Int) throws -> JSONDocument {
        let long = String(repeating: #"\u0061"#, count: length)
        return try JSONDocument(Array(#"{"\#(long)":1,"n\u0061m\u0065":2}"#.utf8))
    }

    @Test(arguments: [1, 3, 4, 5, 24]) func areFoundByWhatTheyMean(length: Int) throws {
        let document = try Self.object(length)
        #expect(document.root["name"]?.number == 2)
        #expect(document.root[String(repeating: "a", count: length)]?.number == 1)
        #expect(try document.decode(Named.self).name == 2)
    }

    /// However long a stranger makes them: each look for another one would resolve them anew.
    @Test(.enabled(if: Looks.areCounted, "a release counts nothing")) func areNotResolvedWhereTheyAreTooLongForWhatIsLookedFor() throws {
        let document = try Self.object(10_000)
        var found: JSONValue?
        let looks = Looks.counted { found = document.root["name"] }
        #expect(found != nil && looks < 100)
        #expect(try Looks.counted { _ = try document.decode(Named.self) } < 100)
    }
}
