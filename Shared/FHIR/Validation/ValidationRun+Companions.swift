import CareModels
import JSON

// `_birthDate` beside `birthDate`: the id and extensions of a primitive value (http://hl7.org/fhir/R4/json.html#primitive).
extension ValidationRun {
    mutating func companions(_ node: Int, _ type: Int, _ found: inout ElementSet) throws(CancellationError) {
        let end = Int(nodes[node].after)
        var next = node + 1
        while next < end, !isFull {
            let value = nodes[next]
            let name = key(value)
            if name.first == UInt8(ascii: "_"), !value.isKeyEscaped {
                try companion(next, UnsafeBufferPointer(rebasing: name.dropFirst()), type, in: node, &found)
            }
            next = Int(value.after)
        }
    }

    private mutating func companion(
        _ node: Int, _ name: UnsafeBufferPointer<UInt8>, _ type: Int, in object: Int, _ found: inout ElementSet
    ) throws(CancellationError) {
        let owner = structures.types[type].spokenName
        guard let number = structures.types[type].names.find(name) else {
            return tell(.structure, "\(owner): unknown element", "\(owner) has no element with such extensions.")
        }
        let member = structures.types[type].names.members[number]
        let place = member.element
        path.append(Step(name: structures.types[type].elements[place].name))
        defer { path.removeLast() }
        guard case .primitive = structures.types[structures.types[type].elements[place].types[member.choice].type].kind else {
            return tell(.structure, rule(type, place, "type"), "\(elementPath(type, place)) has its extensions within itself, not beside it.")
        }
        let value = self.member(name, of: object)
        // Of another type of a choice.
        if value == nil, found.contains(place) {
            tell(.structure, rule(type, place, "max 1"), "\(elementPath(type, place)) is there once at most, of one of its types; leave the others out.")
        }
        found.insert(place)
        guard structures.types[type].elements[place].isList else {
            guard nodes[node].kind == .object else { return wrongKind(type, place, "an object") }
            return try self.object(node, elementType)
        }
        guard nodes[node].kind == .array else { return wrongKind(type, place, "a list") }
        try items(node, beside: value, type, place)
    }

    private mutating func items(_ node: Int, beside value: Int?, _ type: Int, _ place: Int) throws(CancellationError) {
        let end = Int(nodes[node].after)
        var next = node + 1
        var index = 0
        if next == end { tell(.structure, rule(type, place, "list"), "A list is never empty; leave it out.") }
        while next < end, !isFull {
            path[path.count - 1].index = index
            try count(next)
            switch nodes[next].kind {
            case .null: break
            case .object: try object(next, elementType)
            default: wrongKind(type, place, "an object")
            }
            next = Int(nodes[next].after)
            index += 1
        }
        path[path.count - 1].index = nil
        guard let value, nodes[value].kind == .array else { return }
        let values = JSONValue(document: document, index: value).childCount
        if values < index {
            tell(
                .structure, rule(type, place, "null"), "The values and their extensions are lists of one length; write null where there is none.",
                severity: .warning)
        }
    }

    /// In a list of companions, which goes along with that of the values.
    struct Cursor {
        var node: Int
        let end: Int
        var index = 0
    }

    /// At the first of the companions of a list's values; one that is at its end where there are none.
    func companion(of member: NameTable.Member, in object: Int) -> Cursor {
        let list = member.name.withUnsafeBufferPointer { self.member($0, after: UInt8(ascii: "_"), of: object) }
        guard let list, nodes[list].kind == .array else { return Cursor(node: 0, end: 0) }
        return Cursor(node: list + 1, end: Int(nodes[list].after))
    }

    /// A null among values stands where there are extensions. Gives back how far the companions were looked at.
    mutating func hole(_ cursor: Cursor, at index: Int, _ type: Int, _ place: Int, _ member: NameTable.Member) -> Cursor {
        guard case .primitive = structures.types[structures.types[type].elements[place].types[member.choice].type].kind else {
            tell(.structure, rule(type, place, "null"), "A value is never null; leave it out.")
            return cursor
        }
        var cursor = cursor
        while cursor.node < cursor.end, cursor.index < index {
            cursor.node = Int(nodes[cursor.node].after)
            cursor.index += 1
            look()
        }
        if cursor.node >= cursor.end || nodes[cursor.node].kind != .object {
            tell(.structure, rule(type, place, "null"), "A null stands only where the extensions beside it have an object.")
        }
        return cursor
    }

    /// Element: an id and extensions. The first line of every table.
    private var elementType: Int { 0 }
}
