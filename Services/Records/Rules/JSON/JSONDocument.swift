/// A JSON text, checked and indexed; its bytes stay as they came.
struct JSONDocument: Sendable {
    let bytes: [UInt8]
    let nodes: [JSONNode]

    init(_ bytes: [UInt8]) throws(JSONFault) {
        nodes = try JSONParser.nodes(of: bytes)
        self.bytes = bytes
    }

    var root: JSONValue { JSONValue(document: self, index: 0) }

    /// Such as `entry[3].resource.code`.
    func path(to index: Int) -> String {
        bytes.withUnsafeBufferPointer { JSONPath.text(to: index, in: nodes, $0) }
    }
}

/// One value of a document.
struct JSONValue: Sendable {
    let document: JSONDocument
    let index: Int

    private var node: JSONNode { document.nodes[index] }

    var kind: JSONNode.Kind { node.kind }
    /// Of its bytes in the document's.
    var range: Range<Int> { Int(node.start)..<Int(node.end) }
    var bytes: ArraySlice<UInt8> { document.bytes[range] }
    var path: String { document.path(to: index) }
    var isEmpty: Bool { node.after == UInt32(index + 1) }

    /// An object's values or a list's items, in order.
    var children: some Sequence<JSONValue> {
        let end = Int(node.after)
        return sequence(state: index + 1) { [document] next -> JSONValue? in
            guard next < end else { return nil }
            defer { next = Int(document.nodes[next].after) }
            return JSONValue(document: document, index: next)
        }
    }

    /// An object's member; nil when there is none, or this is no object.
    subscript(_ name: String) -> JSONValue? {
        guard kind == .object else { return nil }
        let wanted = name.utf8
        let end = Int(node.after)
        var next = index + 1
        while next < end {
            let member = document.nodes[next]
            if isNamed(member, wanted) { return JSONValue(document: document, index: next) }
            next = Int(member.after)
        }
        return nil
    }

    /// The member's name and value, `"name": value`, as written.
    var memberBytes: ArraySlice<UInt8> { document.bytes[(Int(node.keyStart) - 1)..<Int(node.end)] }

    func isNamed(_ name: String) -> Bool { node.isMember && isNamed(node, name.utf8) }

    private func isNamed(_ member: JSONNode, _ name: String.UTF8View) -> Bool {
        let range = Int(member.keyStart)..<Int(member.keyEnd)
        if !member.isKeyEscaped { return range.count == name.count && document.bytes[range].elementsEqual(name) }
        return document.bytes[range].withUnsafeBufferPointer { JSONText.decode($0, isEscaped: true) }.elementsEqual(name)
    }

    /// A string's text.
    var string: String? {
        guard kind == .string else { return nil }
        let inner = document.bytes[(range.lowerBound + 1)..<(range.upperBound - 1)]
        if !node.isEscaped { return String(decoding: inner, as: UTF8.self) }
        return String(decoding: inner.withUnsafeBufferPointer { JSONText.decode($0, isEscaped: true) }, as: UTF8.self)
    }

    /// A number, to the nearest that a Double holds.
    var number: Double? {
        guard kind == .number else { return nil }
        return Double(String(decoding: bytes, as: UTF8.self))
    }
}
