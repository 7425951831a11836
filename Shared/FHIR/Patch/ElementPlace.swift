import JSON

/// Where an element is: a member of an object, and of a list which item. A primitive's id and extensions lie beside it, under `_` and its name.
struct ElementPlace {
    /// From the root to the object that it is in.
    let object: [String]
    /// Without the `_`.
    let name: String
    let index: Int?

    /// Nil for the root.
    init?(_ value: JSONValue) {
        guard value.index > 0 else { return nil }
        var member = value
        if value.node.isMember {
            index = nil
        } else {
            index = Int(value.node.keyEnd)
            member = value.container
        }
        guard let name = member.name else { return nil }
        self.name = name.hasPrefix("_") ? String(name.dropFirst()) : name
        object = member.container.steps
    }

    var sibling: String { "_" + name }

    /// Of the list, or of the member itself.
    var member: [String] { object + [name] }
}

extension JSONValue {
    /// What holds it; the root's is itself.
    var container: JSONValue { JSONValue(document: document, index: Int(node.parent)) }

    /// The way to it from the root.
    var steps: [String] {
        var steps: [String] = []
        var value = self
        while value.index > 0 {
            steps.append(value.name ?? String(value.node.keyEnd))
            value = value.container
        }
        return steps.reversed()
    }
}
