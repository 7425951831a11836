import JSON

extension JSONValue {
    /// What holds it; nil of the root.
    var parent: JSONValue? { index == 0 ? nil : JSONValue(document: document, index: Int(node.parent)) }
}
