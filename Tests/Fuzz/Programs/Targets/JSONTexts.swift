import CareModels
import Foundation

@testable import JSON

extension FuzzTarget {
    /// Our JSON parser (RFC 8259) beside Foundation's two: what both take says the same, and what ours refuses is refused for a reason.
    static let json = FuzzTarget("json") { input in
        let document: JSONDocument
        do throws(JSONFault) {
            document = try JSONDocument(input)
        } catch {
            expect((0...input.count).contains(error.offset), "a fault at byte \(error.offset) of \(input.count)")
            expect(!isStructural(error, input) || foundations(input) == nil, "Foundation takes what ours does not: \(error)")
            return
        }
        var count = 0
        let own = loose(document.root, &count)
        expect(String(validating: input, as: UTF8.self) != nil, "what is no UTF-8 was taken")
        guard let theirs = foundations(input) else {
            // It has no place for numbers beyond a Double.
            expect(!own.isFinite, "Foundation refuses what ours takes")
            return
        }
        expect(own.isLike(Loose(theirs)), "Foundation reads another value")
        var writer = JSONWriter()
        own.write(to: &writer)
        if own.isFinite {
            let again = unwrap(try? JSONDocument(writer.bytes), "written it cannot be read")
            var other = 0
            expect(loose(again.root, &other).isLike(own) && other == count, "written and read it is another value")
        }
        decodeBoth(input, own)
    }

    /// Foundation's reader takes for readable, or not, what it likes of the rest: byte order marks, UTF-16, names that come twice, halves of
    /// surrogate pairs, depth, `nul`, and a comma before the end of an object.
    private static func isStructural(_ fault: JSONFault, _ input: [UInt8]) -> Bool {
        switch fault.kind {
        case .expected: fault.offset == input.count || input[fault.offset] != UInt8(ascii: "}")
        case .controlCharacter, .badNumber, .unterminated, .afterTheEnd, .empty: true
        default: false
        }
    }

    private static func foundations(_ input: [UInt8]) -> Any? {
        // It guesses other encodings by zeros.
        guard !input.contains(0) else { return nil }
        return try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)
    }

    private static func loose(_ value: JSONValue, _ count: inout Int) -> Loose {
        count += 1
        if count < 100 { _ = value.path }
        switch value.kind {
        case .object:
            var members: [String: Loose] = [:]
            for child in value.children {
                let name = unwrap(name(of: child), "a member without a name")
                expect(members.updateValue(loose(child, &count), forKey: name) == nil, "a name that comes twice")
                expect(child.isNamed(name), "a member is not called what it is called")
            }
            return .object(members)
        case .array: return .array(value.children.map { loose($0, &count) })
        case .string: return .string(unwrap(value.string, "a string without a text"))
        case .number:
            let nearest = unwrap(Double(String(decoding: value.bytes, as: UTF8.self)), "a number without a value")
            // None is beyond all that a Double holds.
            expect(value.number == (nearest.isFinite ? nearest : nil), "\(nearest) is read as another")
            return .number(nearest)
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .null: return .null
        }
    }

    /// Read again as a document of its own, quotes and all.
    private static func name(of member: JSONValue) -> String? {
        let written = Array(member.memberBytes)
        var index = 1
        while index < written.count, written[index] != UInt8(ascii: "\"") { index += written[index] == UInt8(ascii: "\\") ? 2 : 1 }
        guard index < written.count else { return nil }
        return (try? JSONDocument(Array(written[...index])))?.root.string
    }

    /// By our decoder and by Foundation's, of what our parser takes.
    private static func decodeBoth(_ input: [UInt8], _ own: Loose) {
        let ours = try? JSONDocument(input).decode(Loose.self)
        let theirs = try? JSONDecoder().decode(Loose.self, from: Data(input))
        if let ours { expect(ours.isLike(own), "decoded it is another value") }
        expect(ours != nil || theirs == nil, "Foundation decodes what ours does not")
        if let ours, let theirs { expect(ours.isLike(theirs), "Foundation decodes another value") }
        decodeNumbers(Int.self, input)
        decodeNumbers(UInt8.self, input)
        decodeNumbers(UInt64.self, input)
        decodeNumbers(Int8.self, input)
    }

    private static func decodeNumbers<Number: FixedWidthInteger & Decodable>(_ type: Number.Type, _ input: [UInt8]) {
        let ours = try? JSONDocument(input).decode([Number].self)
        let theirs = try? JSONDecoder().decode([Number].self, from: Data(input))
        if let ours, let theirs { expect(ours == theirs, "\(ours) is \(theirs) for Foundation") }
    }
}

/// Any JSON value.
private indirect enum Loose: Decodable {
    case object([String: Loose]), array([Loose]), string(String), number(Double), bool(Bool), null

    init(_ value: Any) {
        switch value {
        case let members as [String: Any]: self = .object(members.mapValues { Loose($0) })
        case let items as [Any]: self = .array(items.map { Loose($0) })
        case let text as String: self = .string(text)
        case let number as NSNumber: self = Self.isBoolean(number) ? .bool(number.boolValue) : .number(number.doubleValue)
        default: self = .null
        }
    }

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Name.self) {
            var members: [String: Loose] = [:]
            for key in container.allKeys { members[key.stringValue] = try container.decode(Loose.self, forKey: key) }
            self = .object(members)
        } else if var container = try? decoder.unkeyedContainer() {
            var items: [Loose] = []
            while !container.isAtEnd { items.append(try container.decode(Loose.self)) }
            self = .array(items)
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let flag = try? container.decode(Bool.self) {
                self = .bool(flag)
            } else if let text = try? container.decode(String.self) {
                self = .string(text)
            } else {
                self = .number(try container.decode(Double.self))
            }
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private static func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" && (number == 0 || number == 1) }

    var isFinite: Bool {
        switch self {
        case .object(let members): members.values.allSatisfy(\.isFinite)
        case .array(let items): items.allSatisfy(\.isFinite)
        case .number(let number): number.isFinite
        default: true
        }
    }

    /// Strings by their bytes; numbers to 13 digits, for Foundation reads the long ones as decimals and rounds them more than once.
    func isLike(_ other: Loose) -> Bool {
        switch (self, other) {
        case (.object(let own), .object(let others)):
            own.count == others.count && own.allSatisfy { name, value in others[name].map(value.isLike) ?? false }
        case (.array(let own), .array(let others)): own.count == others.count && zip(own, others).allSatisfy { $0.isLike($1) }
        case (.string(let own), .string(let others)): own.utf8.elementsEqual(others.utf8)
        case (.number(let own), .number(let others)): own == others || abs(own - others) <= max(abs(own), abs(others)) * 1e-13
        case (.bool(let own), .bool(let others)): own == others
        case (.null, .null): true
        default: false
        }
    }

    func write(to json: inout JSONWriter) {
        json.value(json: bytes)
    }

    private var bytes: [UInt8] {
        switch self {
        case .object(let members):
            Array("{".utf8) + members.map { JSONWriter.quoted($0) + Array(":".utf8) + $1.bytes }.joined(separator: Array(",".utf8)) + Array("}".utf8)
        case .array(let items): Array("[".utf8) + items.map(\.bytes).joined(separator: Array(",".utf8)) + Array("]".utf8)
        case .string(let text): JSONWriter.quoted(text)
        case .number(let number): Array("\(number)".utf8)
        case .bool(let flag): Array((flag ? "true" : "false").utf8)
        case .null: Array("null".utf8)
        }
    }
}
