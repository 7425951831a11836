import CareModels
import JSON

extension ValidationRun {
    /// An object of a type, which is no primitive.
    mutating func object(_ node: Int, _ type: Int) throws(CancellationError) {
        let isResource = structures.types[type].kind == .resource
        let end = Int(nodes[node].after)
        var found = ElementSet()
        var hasCompanions = false
        var next = node + 1
        if next == end { tell(.structure, "ele-1", "An object is never empty; leave it out.") }
        while next < end, !isFull {
            let value = nodes[next]
            try count(next)
            let name = key(value)
            if name.first == UInt8(ascii: "_"), !value.isKeyEscaped {
                hasCompanions = true
            } else if isResource, name.count == 12, name.elementsEqual("resourceType".utf8) {
                // Read before.
            } else if !value.isKeyEscaped, let member = structures.types[type].names.find(name) {
                try self.member(next, member, of: type, in: node, &found)
            } else {
                unknown(next, type)
            }
            next = Int(value.after)
        }
        if hasCompanions { try companions(node, type, &found) }
        guard !isFull else { return }
        missing(found, type)
        try constraints(of: type, node, found)
    }

    private mutating func member(_ node: Int, _ number: Int, of type: Int, in object: Int, _ found: inout ElementSet) throws(CancellationError) {
        let member = structures.types[type].names.members[number]
        let place = member.element
        let name = structures.types[type].elements[place].name
        path.append(Step(name: name))
        defer { path.removeLast() }
        if found.contains(place) { severalTypes(type, place) }
        found.insert(place)
        let max = structures.types[type].elements[place].max
        if max == 0 {
            return tell(.structure, rule(type, place, "max 0"), "\(elementPath(type, place)) is not used here; leave it out.")
        }
        if nodes[node].kind != .array {
            if max > 1 { tell(.structure, rule(type, place, "list"), "\(elementPath(type, place)) is a list; write it with brackets around.") }
            return try single(node, type, place, member.choice)
        }
        guard max > 1 else {
            return tell(.structure, rule(type, place, "max 1"), "\(elementPath(type, place)) is there once at most, and is no list; write it without brackets.")
        }
        try list(node, type, place, member, in: object)
    }

    private mutating func list(_ node: Int, _ type: Int, _ place: Int, _ member: NameTable.Member, in object: Int) throws(CancellationError) {
        let end = Int(nodes[node].after)
        var next = node + 1
        var index = 0
        var beside: Cursor?
        if next == end { tell(.structure, rule(type, place, "list"), "A list is never empty; leave it out.") }
        while next < end, !isFull {
            path[path.count - 1].index = index
            try count(next)
            if nodes[next].kind == .null {
                let cursor = beside ?? companion(of: member, in: object)
                beside = hole(cursor, at: index, type, place, member)
            } else {
                try single(next, type, place, member.choice)
            }
            next = Int(nodes[next].after)
            index += 1
        }
        path[path.count - 1].index = nil
        let max = structures.types[type].elements[place].max
        if index > max {
            tell(.structure, rule(type, place, "max \(max)"), "\(elementPath(type, place)) is there \(index) times; at most \(max) are taken.")
        }
    }

    /// One value of an element.
    private mutating func single(_ node: Int, _ type: Int, _ place: Int, _ choice: Int) throws(CancellationError) {
        let valueType = structures.types[type].elements[place].types[choice].type
        switch structures.types[valueType].kind {
        case .primitive(let primitive):
            self.primitive(node, primitive, type, place)
        case .resource:
            guard nodes[node].kind == .object else { return wrongKind(type, place, "an object") }
            try nested(node, type, place)
        case .complex:
            guard nodes[node].kind == .object else { return wrongKind(type, place, "an object") }
            try object(node, valueType)
            if let set = structures.types[type].elements[place].valueSet { coded(node, set, type, place) }
            if !structures.types[type].elements[place].types[choice].targets.isEmpty || isReference(valueType) { reference(node, type, place, choice) }
        }
        if !structures.types[type].elements[place].constraints.isEmpty { try constraints(on: node, type, place, valueType) }
    }

    private mutating func nested(_ node: Int, _ type: Int, _ place: Int) throws(CancellationError) {
        let isContained = structures.types[type].elements[place].name == "contained" && structures.types[type].kind == .resource
        if isContained { addContained(node) }
        try resource(node, isContained: isContained)
    }

    // MARK: What is wrong with members

    /// As the definitions call it: `Observation.value[x]`.
    func elementPath(_ type: Int, _ place: Int) -> String {
        let element = structures.types[type].elements[place]
        return structures.types[type].spokenName + "." + element.name + (element.isChoice ? "[x]" : "")
    }

    func rule(_ type: Int, _ place: Int, _ what: String) -> String { "\(elementPath(type, place)): \(what)" }

    mutating func wrongKind(_ type: Int, _ place: Int, _ wanted: Text) {
        tell(.structure, rule(type, place, "type"), "\(elementPath(type, place)) is written as \(wanted).")
    }

    private mutating func severalTypes(_ type: Int, _ place: Int) {
        tell(.structure, rule(type, place, "max 1"), "\(elementPath(type, place)) is there once at most, of one of its types; leave the others out.")
    }

    private mutating func unknown(_ node: Int, _ type: Int) {
        let name = JSONValue(document: document, index: node).name ?? ""
        let owner = structures.types[type].spokenName
        let isPlain =
            (1...64).contains(name.utf8.count) && name.utf8.allSatisfy { PrimitiveSyntax.isDigit($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
        let place = isPlain ? expression(name) : expression()
        let known = structures.types[type].names.members.map { String(decoding: $0.name, as: UTF8.self) }
        guard isPlain else {
            return tell(.structure, "\(owner): unknown element", "\(owner) has no such element.", at: place)
        }
        if let nearest = NearestName.find(name, among: known) {
            tell(.structure, "\(owner): unknown element", "\(owner) has no element \(name); did you mean \(nearest)?", at: place)
        } else {
            tell(.structure, "\(owner): unknown element", "\(owner) has no element \(name); leave it out, or send it as an extension.", at: place)
        }
    }

    private mutating func missing(_ found: ElementSet, _ type: Int) {
        var missing = structures.types[type].mandatory.subtracting(found)
        while let place = missing.first {
            missing.remove(place)
            let element = structures.types[type].elements[place]
            tell(
                .required, rule(type, place, "min \(element.min)"), "\(elementPath(type, place)) is missing; it has to be there.",
                at: expression(element.name))
        }
    }
}
