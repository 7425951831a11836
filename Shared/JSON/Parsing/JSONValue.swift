/// One value of a document.
public struct JSONValue: Sendable {
    public let document: JSONDocument
    package let index: Int

    package init(document: JSONDocument, index: Int) {
        self.document = document
        self.index = index
    }

    package var node: JSONNode { document.nodes[index] }

    package var kind: JSONNode.Kind { node.kind }
    public var isObject: Bool { kind == .object }
    public var isList: Bool { kind == .array }
    /// Of its bytes in the document's.
    public var range: Range<Int> { Int(node.start)..<Int(node.end) }
    public var bytes: ArraySlice<UInt8> { document.bytes[range] }
    /// Such as `entry[3].resource.code`; empty for the root.
    public var path: String { document.path(to: index) }
    /// Holds nothing.
    public var isEmpty: Bool { node.after == UInt32(index + 1) }

    /// An object's values or a list's items, in order.
    public var children: some Sequence<JSONValue> {
        let end = Int(node.after)
        return sequence(state: index + 1) { [document] next -> JSONValue? in
            guard next < end else { return nil }
            Looks.add()
            defer { next = Int(document.nodes[next].after) }
            return JSONValue(document: document, index: next)
        }
    }

    /// How many they are, found without making any.
    public var childCount: Int {
        let end = Int(node.after)
        var count = 0
        var next = index + 1
        while next < end {
            count += 1
            Looks.add()
            next = Int(document.nodes[next].after)
        }
        return count
    }

    /// An object's member; nil when there is none, or this is no object.
    public subscript(_ name: String) -> JSONValue? {
        guard kind == .object else { return nil }
        let wanted = name.utf8
        let end = Int(node.after)
        var next = index + 1
        while next < end {
            let member = document.nodes[next]
            Looks.add()
            if isNamed(member, wanted) { return JSONValue(document: document, index: next) }
            next = Int(member.after)
        }
        return nil
    }

    /// The name that it has in its object.
    public var name: String? {
        guard node.isMember else { return nil }
        let name = document.bytes[Int(node.keyStart)..<Int(node.keyEnd)]
        return name.withUnsafeBufferPointer { JSONText.string($0, isEscaped: node.isKeyEscaped) }
    }

    /// The member's name and value, `"name": value`, as written.
    public var memberBytes: ArraySlice<UInt8> { document.bytes[(Int(node.keyStart) - 1)..<Int(node.end)] }

    public func isNamed(_ name: String) -> Bool { node.isMember && isNamed(node, name.utf8) }

    private func isNamed(_ member: JSONNode, _ name: String.UTF8View) -> Bool {
        let range = Int(member.keyStart)..<Int(member.keyEnd)
        if !member.isKeyEscaped { return range.count == name.count && document.bytes[range].elementsEqual(name) }
        guard JSONText.mayMean(range.count, name.count) else { return false }
        return document.bytes[range].withUnsafeBufferPointer { JSONText.decode($0, isEscaped: true) }.elementsEqual(name)
    }

    /// A string's text.
    public var string: String? {
        guard kind == .string else { return nil }
        let inner = document.bytes[(range.lowerBound + 1)..<(range.upperBound - 1)]
        return inner.withUnsafeBufferPointer { JSONText.string($0, isEscaped: node.isEscaped) }
    }

    /// A number, to the nearest that a Double holds; nil when it is beyond all of them.
    public var number: Double? {
        guard kind == .number else { return nil }
        return bytes.withUnsafeBufferPointer { JSONNumber($0).double }
    }
}
