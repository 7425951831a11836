import CareModels
import Foundation
import Testing

@testable import JSON

@Suite struct DecodingTests {
    private static func decode<T: Decodable>(_ type: T.Type = T.self, _ text: String) throws -> T { try CareJSON.decode(type, from: Array(text.utf8)) }

    /// The path at which it fails, and why.
    private static func fault<T: Decodable>(_ type: T.Type, _ text: String) -> String? {
        do {
            _ = try decode(type, text)
            return nil
        } catch let error as DecodingError {
            switch error {
            case .keyNotFound(let key, let context): return "\(JSONPath.text(of: context.codingPath + [key])) missing"
            case .valueNotFound(_, let context): return "\(JSONPath.text(of: context.codingPath)) null"
            case .typeMismatch(_, let context): return "\(JSONPath.text(of: context.codingPath)) kind"
            case .dataCorrupted(let context):
                if let fault = context.underlyingError as? JSONFault { return "\(fault.path) \(fault.message)" }
                return "\(JSONPath.text(of: context.codingPath)) \(context.debugDescription)"
            @unknown default: return "?"
            }
        } catch {
            return "\(error)"
        }
    }

    struct Whole: Codable, Equatable {
        enum Colour: String, Codable { case red, green }

        struct Inner: Codable, Equatable {
            var name: String
            var inner: [Inner]?
        }

        var text: String
        var flag: Bool
        var int: Int
        var small: Int8
        var unsigned: UInt64
        var double: Double
        var float: Float
        var maybe: String?
        var colour: Colour
        var list: [Int]
        var lists: [[String?]]
        var table: [String: Double]
        var inner: Inner
        var uuid: UUID
        var data: Data
        var decimal: Decimal
        var url: URL
    }

    static let whole = """
        {"text":"a\\u00e9\\ud83d\\ude00\\n","flag":true,"int":-9223372036854775808,"small":-128,"unsigned":18446744073709551615,"double":1.5e-3,
        "float":0.1,"maybe":null,"colour":"green","list":[1,2.0,30e-1,4e0],"lists":[["a",null],[]],"table":{"x":1,"":2,"x\\u0020y":3},
        "inner":{"unknown":[{}],"inner":[{"name":"b"},{"n\\u0061me":"c","inner":[]}],"name":"a"},"uuid":"0198C5B2-7D7E-7CC0-8A4F-2F6F0F6F9D11",
        "data":"AAEC","decimal":12.340,"url":"https://careline.example/a?b"}
        """

    @Test func readsWhatFoundationReads() throws {
        #expect(try Self.decode(Whole.self, Self.whole) == JSONDecoder().decode(Whole.self, from: Data(Self.whole.utf8)))
        let again = try JSONEncoder().encode(Self.decode(Whole.self, Self.whole))
        #expect(try CareJSON.decode(Whole.self, from: again) == Self.decode(Whole.self, Self.whole))
    }

    struct Small: Decodable {
        struct Item: Decodable { var n: Int }
        var items: [Item]
        var at: Date?
        var id: UUID?
        var d: Double?
        var flag: Bool?
        var table: [String: Int]?
        var text: String?
    }

    @Test(
        arguments: [
            ("{}", "items missing"), ("[]", " kind"), ("null", " null"), (#"{"items":null}"#, "items null"), (#"{"items":{}}"#, "items kind"),
            (#"{"items":[{"n":1},{"n":"1"}]}"#, "items[1].n kind"), (#"{"items":[{"n":1},{}]}"#, "items[1].n missing"), (#"{"items":[1]}"#, "items[0] kind"),
            (#"{"items":[{"n":1.5}]}"#, "items[0].n expected a whole number, or a number within range"),
            (#"{"items":[{"n":9223372036854775808}]}"#, "items[0].n expected a whole number, or a number within range"),
            (#"{"items":[],"at":"2026-02-30T00:00:00Z"}"#, "at expected an instant on a day that its month has"),
            (#"{"items":[],"at":"2026-13-45"}"#, "at expected an instant with a month from 01 to 12"),
            (#"{"items":[],"at":"2026-02-03"}"#, "at expected an RFC 3339 instant, such as 2026-03-08T14:30:00Z"),
            (#"{"items":[],"at":1}"#, "at kind"), (#"{"items":[],"id":"x"}"#, "id expected a UUID"), (#"{"items":[],"d":1e999}"#, "d expected a number within range"),
            (#"{"items":[],"flag":1}"#, "flag kind"), (#"{"items":[],"table":{"a":1,"b":null}}"#, "table.b null"), (#"{"items":[],"text":false}"#, "text kind"),
            (#"{"items":[],"text":"a","text":"b"}"#, "text a member is given twice"), (#"{"items":[]} "#, nil), ("", " the body is empty")
        ] as [(String, String?)])
    func faultsNameTheirPath(text: String, fault: String?) { #expect(Self.fault(Small.self, text) == fault) }

    /// Each of these keys ended the process when Foundation's decoder met it.
    @Test(arguments: [#"\ud800"#, #"\udc00"#, #"\ud800A"#, #"\q"#, #"\uZZZZ"#])
    func strangeKeysAreNoJSON(key: String) {
        #expect(Self.fault(Small.self, #"{"items":[],"\#(key)":1}"#)?.hasSuffix("half of a surrogate pair") == true)
        #expect(Self.fault([String: Int].self, #"{"\#(key)":1}"#)?.hasSuffix("half of a surrogate pair") == true)
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("1e2", 100), ("1.20e1", 12), ("100e-2", 1), ("0.0e5", 0), ("0e99999999999999999999", 0),
            ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("922337203685477580.7e1", Int.max), ("1.000000000000000000000000000", 1),
            ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1e19", nil), ("0.5", nil), ("1e-1", nil), ("1e400", nil),
            ("1e99999999999999999999", nil), ("1e-99999999999999999999", nil), ("100000000000000000000000000000000000000001", nil),
            ("1.0000000000000000000000000001", nil)
        ] as [(String, Int?)])
    func wholeNumbersAreExact(text: String, number: Int?) { #expect((try? Self.decode(Int.self, text)) == number) }

    @Test func eachWidthHasItsRange() {
        #expect((try? Self.decode(UInt8.self, "255")) == 255 && (try? Self.decode(UInt8.self, "256")) == nil && (try? Self.decode(UInt8.self, "-1")) == nil)
        #expect((try? Self.decode(Int16.self, "-32768")) == -32768 && (try? Self.decode(Int16.self, "-32769")) == nil)
        #expect((try? Self.decode(UInt64.self, "18446744073709551615")) == .max && (try? Self.decode(UInt64.self, "18446744073709551616")) == nil)
    }

    @Test func fractionsAreTheNearest() throws {
        let texts = [
            "0.1", "-0.0", "3.141592653589793", "2.2250738585072014e-308", "4.9e-324", "5e-324", "1e-400", "1.7976931348623157e308", "9007199254740993",
            "9007199254740992.5", "123456789012345678901234567890.10", "1e22", "1e23", "7450580596923828125e-27", "0.000000000000000000000000000000000000000001",
            "6.02214076e23", "1e-22", "37.5", "299792458", "8.41e21", "9.5e-23"
        ]
        for text in texts {
            let number = try Self.decode(Double.self, text)
            #expect(number.bitPattern == Double(text)?.bitPattern, "\(text)")
            #expect(try Self.decode(Float.self, text == "1.7976931348623157e308" ? "1" : text) == Float(text == "1.7976931348623157e308" ? "1" : text))
        }
        #expect(throws: DecodingError.self) { try Self.decode(Double.self, "1.8e308") }
        #expect(throws: DecodingError.self) { try Self.decode(Float.self, "1e39") }
        #expect(try Self.decode(Decimal.self, "12345678901234567.89") == Decimal(string: "12345678901234567.89"))
        #expect(throws: DecodingError.self) { try Self.decode(Decimal.self, "1e200") }
    }

    /// The spelling of 2,000 numbers of all sizes is read back to the same bits.
    @Test func numbersGoRoundAndComeBack() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let number = Double(bitPattern: generator.next())
            guard number.isFinite else { continue }
            #expect(try Self.decode(Double.self, "\(number)").bitPattern == number.bitPattern, "\(number)")
            let whole = Int(truncatingIfNeeded: generator.next() as UInt64) >> Int.random(in: 0..<63, using: &generator)
            #expect(try Self.decode(Int.self, "\(whole)") == whole)
        }
    }

    /// A type that reads itself by hand: nested containers, a base class's decoder, null, and the end of a list.
    private struct ByHand: Decodable {
        enum Key: CodingKey { case object, list, base, absent }

        var path: String
        var sum = 0
        var isNull = false
        var count: Int?
        var keys: [String]
        var atTheEnd = ""
        var base: [String: Int]
        var hasBase: Bool

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            keys = container.allKeys.map(\.stringValue)
            let object = try container.nestedContainer(keyedBy: JSONKey.self, forKey: .object)
            path = JSONPath.text(of: object.codingPath)
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            count = list.count
            isNull = try list.decodeNil()
            sum += try list.decode(Int.self)
            if try list.decodeNil() { isNull = false }
            var inner = try list.nestedUnkeyedContainer()
            sum += try inner.decode(Int.self)
            let item = try list.nestedContainer(keyedBy: JSONKey.self)
            sum += try item.decode(Int.self, forKey: JSONKey(stringValue: "n"))
            sum += try Int(from: try list.superDecoder())
            do { sum += try list.decode(Int.self) } catch DecodingError.valueNotFound(_, let context) { atTheEnd = JSONPath.text(of: context.codingPath) }
            base = try [String: Int](from: try container.superDecoder(forKey: .base))
            hasBase = (try? container.superDecoder()) != nil
        }
    }

    @Test func containersAreReadByHand() throws {
        let read = try Self.decode(ByHand.self, #"{"object":{},"other":1,"list":[null,1,[2],{"n":3},4],"base":{"a":5}}"#)
        #expect(read.path == "object" && read.isNull && read.sum == 10 && read.count == 5 && read.keys == ["object", "list", "base"])
        #expect(read.atTheEnd == "list[5]" && read.base == ["a": 5] && !read.hasBase)
    }

    /// Names are compared by their bytes: what looks the same but is spelled otherwise is another name.
    @Test func namesAreBytes() throws {
        let composed = try Self.decode(Small.self, #"{"items":[],"te\u0078t":"yes","te\u0301xt":"no"}"#)
        #expect(composed.text == "yes")
    }

    /// What of `text` is not known to the type.
    private static func unknown<T: Decodable>(_ type: T.Type, _ text: String) throws -> [String] {
        do {
            _ = try CareJSON.decodeStrictly(type, from: Array(text.utf8), limits: .body)
            return []
        } catch let error as UnknownMembers {
            return error.faults.all.map(\.field)
        }
    }

    /// Reads one object as two types do, and the second may fail.
    private struct TwoInOne: Decodable {
        enum Key: CodingKey { case name }

        var name: String
        var small: Small

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            small = try Small(from: decoder)
            name = try members.decode(String.self, forKey: .name)
        }
    }

    @Test func strictDecodingFindsWhatNoTypeKnows() throws {
        #expect(try Self.unknown(Small.self, #"{"items":[{"n":1,"m":2}],"table":{"any":1,"name":2},"o":{"p":1}}"#) == ["items[0].m", "o"])
        #expect(try Self.unknown(Small.self, #"{"items":[{"n":1}],"table":{"any":1},"te\u0078t":"a"}"#).isEmpty)
        #expect(try Self.unknown(TwoInOne.self, #"{"items":[],"name":"a","text":"b"}"#).isEmpty)
        #expect(try Self.unknown(TwoInOne.self, #"{"items":[],"name":"a","txt":"b"}"#) == ["txt"])
        // What the type did not come to is known all the same.
        #expect(try Self.unknown([TwoInOne].self, #"[{"items":7,"name":"a","text":"b","txt":"c"}]"#) == ["[0].txt"])
        #expect(throws: DecodingError.self) { try CareJSON.decodeStrictly(TwoInOne.self, from: Array(#"{"items":7,"name":"a"}"#.utf8), limits: .body) }
    }

    @Test func ofVeryManyUnknownMembersTwentyAreTold() throws {
        let many = "{\"items\":[" + Array(repeating: #"{"n":1,"a":1,"b":2}"#, count: 1000).joined(separator: ",") + "]}"
        #expect(try Self.unknown(Small.self, many).count == 20)
        let wide = "{\"items\":[]," + (0..<10_000).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"
        #expect(try Self.unknown(Small.self, wide) == (0..<20).map { "k\($0)" })
    }

    private static func steps<T: Decodable>(_ type: T.Type, _ text: String) throws -> Int {
        let reading = JSONReading(try JSONDocument(Array(text.utf8)))
        _ = try reading.value(type, at: 0, depth: 0)
        return reading.steps
    }

    /// Counted in steps: twice as many values cost twice as much.
    @Test func timeIsLinear() throws {
        func table(_ count: Int) -> String { "{" + (0..<count).map { "\"k\($0)\":{\"n\":\($0)}" }.joined(separator: ",") + "}" }
        func list(_ count: Int) -> String { #"{"items":["# + Array(repeating: #"{"a":1,"n":2}"#, count: count).joined(separator: ",") + "]}" }
        func unknown(_ count: Int) -> String { "{" + (0..<count).map { "\"k\($0)\":0," }.joined() + #""items":[]}"# }
        func wrong(_ count: Int) -> String { "[" + Array(repeating: "0", count: count).joined(separator: ",") + "]" }
        for count in [2000, 4000] {
            #expect(try Double(Self.steps([String: Small.Item].self, table(count * 2))) < 2.5 * Double(Self.steps([String: Small.Item].self, table(count))))
            #expect(try Double(Self.steps(Small.self, list(count * 2))) < 2.5 * Double(Self.steps(Small.self, list(count))))
            #expect(try Double(Self.steps(Small.self, unknown(count * 2))) < 2.5 * Double(Self.steps(Small.self, unknown(count))))
            #expect(try Double(Self.steps([Lenient].self, wrong(count * 2))) < 2.5 * Double(Self.steps([Lenient].self, wrong(count))))
        }
    }

    /// Fails on each item: the fault's path must not cost a walk over those before it.
    private struct Lenient: Decodable {
        let item: Small.Item?
        init(from decoder: any Decoder) throws { item = try? Small.Item(from: decoder) }
    }

    @Test func aDecodingThatNobodyWaitsForEnds() async throws {
        let document = try JSONDocument(Array(("[" + String(repeating: "0,", count: 10_000) + "0]").utf8))
        let decoding = Task {
            while !Task.isCancelled { await Task.yield() }
            do { _ = try document.decode([Lenient].self) } catch is CancellationError { return true }
            return false
        }
        decoding.cancel()
        #expect(try await decoding.value)
    }
}
