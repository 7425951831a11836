import JSON

extension FHIRPathRun {
    /// A resource says itself what it is.
    func type(of value: JSONValue, declared: String?) -> String? {
        guard declared == nil || declared == "Resource" || declared == "DomainResource" else { return declared }
        guard let name = value["resourceType"] else { return declared }
        charge(name.range.count / 16)
        return name.string ?? declared
    }

    // MARK: By name

    func members(_ name: String, of node: FHIRPathNode, into found: inout [FHIRPathValue]) throws {
        try spend()
        guard node.value.isObject, node.hasValue else {
            // Of a primitive there are its id and its extensions.
            guard name == "extension" || name == "id", let extensions = node.extensions, let value = extensions[name] else { return }
            return try add(value, nil, name == "id" ? "string" : "Extension", into: &found)
        }
        guard let type = node.type, types.knows(type) else {
            if let value = node.value[name] { return try add(value, node.value["_" + name], nil, into: &found) }
            return try choices(name, of: node.value, { self.types.suffix($0) }, into: &found)
        }
        guard let element = types.element(name, of: type) else { return }
        guard element.isChoice else {
            return try add(node.value[name], node.value["_" + name], element.types.first, into: &found)
        }
        try choices(name, of: node.value, { suffix in self.types.member(name + suffix, of: type)?.type }, into: &found)
    }

    /// `valueQuantity` of `value`.
    private func choices(_ name: String, of object: JSONValue, _ type: (String) -> String?, into found: inout [FHIRPathValue]) throws {
        for member in object.children {
            try spend(1 + Int(member.node.keyEnd - member.node.keyStart) / 64)
            guard let full = member.name else { continue }
            let isSibling = full.utf8.first == UInt8(ascii: "_")
            let plain = isSibling ? full.dropFirst() : full[...]
            guard plain.hasPrefix(name), plain.utf8.count > name.utf8.count, let type = type(String(plain.dropFirst(name.count))) else { continue }
            if isSibling {
                if object[String(plain)] == nil { try add(nil, member, type, into: &found) }
            } else {
                try add(member, object["_" + full], type, into: &found)
            }
        }
    }

    /// A value with its sibling, or lists of both.
    private func add(_ value: JSONValue?, _ sibling: JSONValue?, _ type: String?, into found: inout [FHIRPathValue]) throws {
        guard let value else {
            guard let sibling else { return }
            for one in sibling.isList ? Array(sibling.children) : [sibling] where one.isObject { try add(one, of: one, type, hasValue: false, into: &found) }
            return
        }
        guard value.isList else {
            if value.kind == .null {
                if let sibling, sibling.isObject { try add(sibling, of: sibling, type, hasValue: false, into: &found) }
            } else {
                try add(value, of: sibling, type, hasValue: true, into: &found)
            }
            return
        }
        var siblings = sibling.map { Array($0.children) }?[...] ?? []
        for item in value.children {
            let sibling = siblings.popFirst().flatMap { $0.isObject ? $0 : nil }
            if item.kind != .null {
                try add(item, of: sibling, type, hasValue: true, into: &found)
            } else if let sibling {
                try add(sibling, of: sibling, type, hasValue: false, into: &found)
            }
        }
    }

    private func add(_ value: JSONValue, of extensions: JSONValue?, _ declared: String?, hasValue: Bool, into found: inout [FHIRPathValue]) throws {
        try spend()
        guard found.count < Self.mostValues else { throw FHIRPathError.tooManyValues }
        found.append(.node(FHIRPathNode(value, type: type(of: value, declared: declared), extensions: extensions, hasValue: hasValue)))
    }

    // MARK: All

    func children(of node: FHIRPathNode, into found: inout [FHIRPathValue]) throws {
        try spend()
        guard node.value.isObject, node.hasValue else {
            try members("id", of: node, into: &found)
            return try members("extension", of: node, into: &found)
        }
        var members: [(name: String, value: JSONValue)] = []
        for member in node.value.children {
            try spend(Int(member.node.keyEnd - member.node.keyStart) / 64)
            if let name = member.name { members.append((name, member)) }
        }
        // Looked up and not looked for: an object of a stranger's may have any number of members.
        let isSibling = { (name: String) in name.utf8.first == UInt8(ascii: "_") }
        var (siblings, plain): ([String: JSONValue], Set<String>) = ([:], [])
        if members.contains(where: { isSibling($0.name) }) {
            for (name, value) in members {
                if isSibling(name) { siblings[String(name.dropFirst())] = value } else { plain.insert(name) }
            }
        }
        for (name, member) in members where name != "resourceType" {
            if isSibling(name) {
                let beside = String(name.dropFirst())
                if !plain.contains(beside) { try add(nil, member, childType(beside, of: node), into: &found) }
            } else {
                // Only a primitive has one.
                try add(member, member.isObject ? nil : siblings[name], childType(name, of: node), into: &found)
            }
        }
    }

    private func childType(_ name: String, of node: FHIRPathNode) -> String? {
        guard let type = node.type, let member = types.member(name, of: type), !member.type.isEmpty else { return nil }
        return member.type
    }

    /// In the document's order, and without recursion.
    func descendants(of values: [FHIRPathValue]) throws -> [FHIRPathValue] {
        var found: [FHIRPathValue] = []
        var stack: [FHIRPathValue] = []
        for case .node(let node) in values.reversed() {
            var children: [FHIRPathValue] = []
            try self.children(of: node, into: &children)
            stack += children.reversed()
        }
        while let next = stack.popLast() {
            guard found.count + stack.count < Self.mostValues else { throw FHIRPathError.tooManyValues }
            found.append(next)
            guard case .node(let node) = next else { continue }
            var children: [FHIRPathValue] = []
            try self.children(of: node, into: &children)
            stack += children.reversed()
        }
        return found
    }

    // MARK: What a primitive says

    /// The value of FHIRPath's own types that an element is, when it is one; what is none stays as it is.
    func plain(_ value: FHIRPathValue) -> FHIRPathValue {
        guard case .node(let node) = value, node.hasValue else { return value }
        switch node.value.kind {
        case .true: return .boolean(true)
        case .false: return .boolean(false)
        case .number:
            // It is read anew each time, as a text is, and may have as many digits as that has letters.
            charge(node.value.range.count / 16)
            guard let decimal = FHIRDecimal(node.value.bytes) else { return value }
            let isWhole = node.type.map { types.isType($0, "integer") } ?? !node.value.bytes.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
            return isWhole ? decimal.whole.map { .integer($0) } ?? .decimal(decimal) : .decimal(decimal)
        case .string:
            charge(node.value.range.count / 16)
            let text = node.value.string ?? ""
            switch node.type {
            case "date": return FHIRPathTime.date(text).map { .date($0) } ?? .string(text)
            case "dateTime", "instant": return FHIRPathTime.dateTime(text).map { .dateTime($0) } ?? .string(text)
            case "time": return FHIRPathTime.time(text).map { .time($0) } ?? .string(text)
            default: return .string(text)
            }
        case .object: return quantity(node) ?? value
        default: return value
        }
    }

    /// A Quantity with a value; its unit is its code, or else what people read.
    private func quantity(_ node: FHIRPathNode) -> FHIRPathValue? {
        guard let type = node.type, types.isType(type, "Quantity"), let number = node.value["value"], number.kind == .number,
            node.value["comparator"] == nil
        else { return nil }
        charge(number.range.count / 16)
        guard let decimal = FHIRDecimal(number.bytes) else { return nil }
        for name in ["code", "unit", "currency"] {
            guard let unit = node.value[name], unit.kind == .string else { continue }
            charge(unit.range.count / 16)
            return .quantity(decimal, unit: unit.string ?? "1")
        }
        return .quantity(decimal, unit: "1")
    }

    // MARK: Single values

    func single(_ values: [FHIRPathValue], _ what: String) throws -> FHIRPathValue? {
        guard values.count <= 1 else { throw FHIRPathError.notSingle(what) }
        return values.first.map(plain)
    }

    /// One value that is no boolean counts as true.
    func truth(_ values: [FHIRPathValue]) throws -> Bool? {
        guard let value = try single(values, "a condition") else { return nil }
        if case .boolean(let truth) = value { return truth }
        return true
    }

    func integer(_ values: [FHIRPathValue], _ what: String) throws -> Int? {
        switch try single(values, what) {
        case nil: return nil
        case .integer(let integer): return integer
        default: throw FHIRPathError.wrongType(what)
        }
    }

    func string(_ values: [FHIRPathValue], _ what: String) throws -> String? {
        switch try single(values, what) {
        case nil: return nil
        case .string(let text): return text
        case .date(let time), .dateTime(let time), .time(let time): return time.text
        case .node(let node) where !node.hasValue: return nil
        default: throw FHIRPathError.wrongType(what)
        }
    }
}
