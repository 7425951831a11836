import CareModels
import Foundation

/// What an encoding has written so far: every scalar, one behind the other, as JSON has it. Which belongs where, nodes say.
///
/// Foundation's encoder makes a tree of boxed values first and takes three times as long for an event.
final class JSONInk {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(512) }

    /// Foundation's scalars as its own encoder spells them, but instants as RFC 3339; everything else says itself how it is encoded.
    func node<Value: Encodable>(of value: Value) throws -> JSONInkNode {
        // The types first: a cast that fails is dear.
        if Value.self == String.self, let text = value as? String { return node(text) }
        if Value.self == Date.self, let instant = value as? Date { return node(RFC3339.format(instant)) }
        if Value.self == UUID.self, let id = value as? UUID { return node(id.uuidString) }
        if Value.self == Data.self, let data = value as? Data { return node(data.base64EncodedString()) }
        if Value.self == Decimal.self, let number = value as? Decimal { return try node(number) }
        if Value.self == URL.self, let address = value as? URL { return node(address.absoluteString) }
        let encoder = JSONValueEncoder(ink: self)
        try value.encode(to: encoder)
        return encoder.node ?? .object(JSONInkObject())
    }

    func node(_ text: String) -> JSONInkNode { scalar { JSONText.append(text, to: &$0) } }
    func node(_ flag: Bool) -> JSONInkNode { scalar { $0.append(contentsOf: (flag ? "true" : "false").utf8) } }
    func node(_ number: some FixedWidthInteger) -> JSONInkNode { scalar { $0.append(contentsOf: String(number).utf8) } }
    var null: JSONInkNode { scalar { $0.append(contentsOf: "null".utf8) } }

    /// The shortest digits that mean it, and none behind the point of a whole number.
    func node(_ number: some BinaryFloatingPoint & CustomStringConvertible) throws -> JSONInkNode {
        guard number.isFinite else {
            throw EncodingError.invalidValue(number, .init(codingPath: [], debugDescription: "\(number) is no number in JSON"))
        }
        let digits = number.description
        return scalar { $0.append(contentsOf: (digits.hasSuffix(".0") ? digits.dropLast(2) : digits[...]).utf8) }
    }

    /// Every digit of it.
    private func node(_ number: Decimal) throws -> JSONInkNode {
        guard number.isFinite else {
            throw EncodingError.invalidValue(number, .init(codingPath: [], debugDescription: "\(number) is no number in JSON"))
        }
        return scalar { $0.append(contentsOf: number.description.utf8) }
    }

    private func scalar(_ write: (inout [UInt8]) -> Void) -> JSONInkNode {
        let start = bytes.count
        write(&bytes)
        return .scalar(start..<bytes.count)
    }
}

/// A value: where its bytes are, or of what it is made.
enum JSONInkNode {
    case scalar(Range<Int>)
    case object(JSONInkObject)
    case list(JSONInkList)

    func bytes(_ ink: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * ink.count + 128)
        write(ink, to: &bytes)
        return bytes
    }

    private func write(_ ink: [UInt8], to bytes: inout [UInt8]) {
        switch self {
        case .scalar(let range): bytes.append(contentsOf: ink[range])
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in object.sorted.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONText.append(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.node.write(ink, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        case .list(let list):
            bytes.append(UInt8(ascii: "["))
            for (index, item) in list.items.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                item.write(ink, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        }
    }

    /// Each member and each item in a line of its own, two spaces deeper than what holds it.
    func lines(_ ink: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        write(ink, deep: 0, to: &bytes)
        return bytes
    }

    private func write(_ ink: [UInt8], deep: Int, to bytes: inout [UInt8]) {
        switch self {
        case .object(let object) where !object.sorted.isEmpty:
            Self.write(object.sorted, between: "{", "}", deep: deep, to: &bytes) { member, bytes in
                JSONText.append(member.name, to: &bytes)
                bytes.append(contentsOf: ": ".utf8)
                member.node.write(ink, deep: deep + 1, to: &bytes)
            }
        case .list(let list) where !list.items.isEmpty:
            Self.write(list.items, between: "[", "]", deep: deep, to: &bytes) { item, bytes in item.write(ink, deep: deep + 1, to: &bytes) }
        case .scalar, .object, .list: write(ink, to: &bytes)
        }
    }

    private static func write<Part>(
        _ parts: [Part], between open: String, _ close: String, deep: Int, to bytes: inout [UInt8], _ write: (Part, inout [UInt8]) -> Void
    ) {
        func line(_ depth: Int) { bytes.append(contentsOf: ("\n" + String(repeating: "  ", count: depth)).utf8) }
        bytes.append(contentsOf: open.utf8)
        for (index, part) in parts.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            line(deep + 1)
            write(part, &bytes)
        }
        line(deep)
        bytes.append(contentsOf: close.utf8)
    }
}

final class JSONInkObject {
    private var members: [(name: String, node: JSONInkNode)] = []

    /// The last of a name counts.
    func set(_ name: String, _ node: JSONInkNode) {
        if let there = members.firstIndex(where: { $0.name == name }) { members[there].node = node } else { members.append((name, node)) }
    }

    func node(_ name: String) -> JSONInkNode? { members.first { $0.name == name }?.node }

    var sorted: [(name: String, node: JSONInkNode)] { members.sorted { $0.name < $1.name } }
}

final class JSONInkList {
    var items: [JSONInkNode] = []
}
