import JSON

/// Where a value is in a JSON document (RFC 6901): the empty text for the whole, else steps with a `/` before each.
package struct JSONPointer: Hashable, Sendable {
    /// In bytes. No name of an element is long, and no resource deep.
    package static let longest = 8 << 10

    package let text: String
    package let steps: [String]

    /// Nil when it is none, or too long. By bytes: a slash with an accent on it is a slash, and the accent part of the step.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        self.text = text
        if text.isEmpty {
            steps = []
            return
        }
        let bytes = Array(text.utf8)
        guard bytes[0] == UInt8(ascii: "/") else { return nil }
        var steps: [String] = []
        for part in bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            Looks.add()
            guard let step = Self.unescaped(part) else { return nil }
            steps.append(step)
        }
        self.steps = steps
    }

    private static func unescaped(_ part: ArraySlice<UInt8>) -> String? {
        guard part.contains(UInt8(ascii: "~")) else { return String(decoding: part, as: UTF8.self) }
        var bytes: [UInt8] = []
        var rest = part
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "~") {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Somewhere below `other`, or there.
    func isWithin(_ other: JSONPointer) -> Bool {
        steps.count >= other.steps.count && zip(steps, other.steps).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }
}

extension JSONValue {
    /// An object's member or a list's item; nil when there is none.
    func child(_ step: String) -> JSONValue? {
        var passed = 0
        return child(step, &passed)
    }

    /// The same; `passed` grows by the children that were looked at: where one is, is found by going over those before it.
    func child(_ step: String, _ passed: inout Int) -> JSONValue? {
        let wanted = kind == .array ? JSONPointer.index(step) : nil
        guard kind == .object || wanted != nil else { return nil }
        let (nodes, end) = (document.nodes, Int(node.after))
        var (position, next) = (0, index + 1)
        defer { passed += position }
        while next < end {
            Looks.add()
            position += 1
            if let wanted {
                if position == wanted + 1 { return JSONValue(document: document, index: next) }
            } else {
                let member = JSONValue(document: document, index: next)
                if member.isNamed(step) { return member }
            }
            next = Int(nodes[next].after)
        }
        return nil
    }
}

extension JSONPointer {
    /// A place in a list: digits without a zero before them. `-` is none.
    static func index(_ step: String) -> Int? {
        guard !step.isEmpty, step.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        guard step.utf8.first != UInt8(ascii: "0") || step.utf8.count == 1 else { return nil }
        return Int(step)
    }
}
