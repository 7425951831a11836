import CareModels
import Foundation
import JSON
import Testing

/// Our encoder writes what Foundation's does, with sorted keys and slashes as they are.
@Suite struct EncodingTests {
    private struct Everything: Codable, Sendable {
        var text = "q\"b\\s/n\nt\tu\u{1}e\u{E9}\u{1F600}"
        var empty = ""
        var numbers = [0, -1, Int.max, Int.min]
        var small: [Int8] = [.min, .max]
        var large: UInt64 = .max
        var doubles = [0, -0.0, 1, -2.5, 0.1, 1e20, 1e-9, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
        var float: Float = 0.1
        var decimals = ["0", "-1", "62.3", "70.25", "1234567890.123456789", "0.000001", "-0.5"].map { Decimal(string: $0)! }
        var flags = [true, false]
        var absent: String?
        var missing: [Int?] = [1, nil]
        var id = UUID(uuidString: "0192D3A4-5B6C-7D8E-9F00-112233445566")!
        var data = Data([0, 255, 62, 63])
        var address = URL(string: "https://careline.example/a?b=c")!
        var byName = ["b": [1], "a": [], "B": [2], "ä": [3]]
        var byNumber = [7: "seven"]
        var nested: [[String: Bool?]] = [["x": nil], [:], ["y": true]]
        var nothing = Nothing()
    }

    private struct Nothing: Codable, Sendable {}

    private func foundation(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func ours(_ value: some Encodable) throws -> String { String(decoding: try CareJSON.bytes(of: value), as: UTF8.self) }

    @Test func inLines() throws {
        let value: [String: [String: [Int]]] = ["b": ["y": [1, 2], "x": []], "a": [:]]
        #expect(try CareJSON.lines(of: value) == "{\n  \"a\": {},\n  \"b\": {\n    \"x\": [],\n    \"y\": [\n      1,\n      2\n    ]\n  }\n}")
        #expect(try CareJSON.lines(of: "x") == "\"x\"" && CareJSON.lines(of: [Int]()) == "[]")
        let everything = try CareJSON.decode(Everything.self, from: Array(CareJSON.lines(of: Everything()).utf8))
        #expect(try ours(everything) == ours(Everything()))
    }

    @Test func whatFoundationWrites() throws {
        let value = Everything()
        #expect(try ours(value) == foundation(value))
        #expect(try ours([value, value]) == foundation([value, value]))
    }

    @Test(arguments: ["", "a", "\u{0}\u{8}\u{C}\r\u{1F}", "\u{2028}", "日本"]) func aValueAlone(text: String) throws {
        #expect(try ours(text) == foundation(text))
    }

    @Test func instantsAreRFC3339() throws { #expect(try ours([Date(timeIntervalSince1970: 1.5)]) == #"["1970-01-01T00:00:01.500Z"]"#) }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func whatIsNoNumberIsRefused(number: Double) {
        #expect(throws: EncodingError.self) { try CareJSON.bytes(of: [number]) }
    }

    @Test func noDecimalThatIsNoNumber() { #expect(throws: EncodingError.self) { try CareJSON.bytes(of: [Decimal.nan]) } }

    /// A value that is written in parts, by containers inside containers and by what it inherits.
    private class Parent: Encodable {
        private enum Key: String, CodingKey { case zebra, list, twice }
        private enum Inner: String, CodingKey { case b, a }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(1, forKey: .zebra)
            var inner = object.nestedContainer(keyedBy: Inner.self, forKey: .twice)
            try inner.encode("b", forKey: .b)
            var again = object.nestedContainer(keyedBy: Inner.self, forKey: .twice)
            try again.encode("a", forKey: .a)
            var list = object.nestedUnkeyedContainer(forKey: .list)
            try list.encode("first")
            var within = list.nestedContainer(keyedBy: Inner.self)
            try within.encode(true, forKey: .a)
            var items = list.nestedUnkeyedContainer()
            try items.encodeNil()
        }
    }

    private final class Child: Parent {
        private enum Key: String, CodingKey { case apple }

        override func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(2, forKey: .apple)
            try super.encode(to: encoder)
            try super.encode(to: object.superEncoder())
        }
    }

    @Test func partsOfAValue() throws { #expect(try ours(Child()) == foundation(Child())) }
}
