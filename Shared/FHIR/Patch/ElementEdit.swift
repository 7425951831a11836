import CareModels
import JSON

/// A change of one element of a resource, with what lies beside it when it is a primitive, so that nothing empty is left behind.
struct ElementEdit {
    private var tree: PatchTree
    private let root: JSONValue
    private let types: FHIRTypes
    private let lists: FHIRLists

    init(_ root: JSONValue, _ types: FHIRTypes, _ lists: FHIRLists) {
        self.root = root
        self.types = types
        self.lists = lists
        tree = PatchTree(root)
    }

    var bytes: [UInt8] { tree.bytes }

    // MARK: Operations

    mutating func add(_ parameter: JSONValue?, named element: String, to node: FHIRPathNode) throws(PatchFault) {
        guard node.value.isObject, node.hasValue else { return try addBeside(node, parameter, element) }
        let value = try value(parameter, types.element(element, of: node.type ?? "")?.types.first)
        let name = value.name(element, of: node.type, types)
        let steps = node.value.steps
        let existing = node.value[name] ?? node.value["_" + name]
        if existing?.isList ?? lists.has(element, of: node.type) {
            let count = max(node.value[name]?.childCount ?? 0, node.value["_" + name]?.childCount ?? 0)
            return try insert(value, at: count, of: count, object: steps, name)
        }
        guard existing == nil else { throw PatchFault("It is there already; replace it.") }
        guard let object = tree.open(steps) else { throw nothing }
        if let plain = value.value { object.insert(.source(plain), named: name, at: object.slots.count) }
        if let beside = value.extensions { object.insert(.source(beside), named: "_" + name, at: object.slots.count) }
    }

    /// An id or an extension of a primitive.
    private mutating func addBeside(_ node: FHIRPathNode, _ parameter: JSONValue?, _ element: String) throws(PatchFault) {
        guard element == "extension" || element == "id", let place = ElementPlace(node.value) else {
            throw PatchFault("A value without elements has an id and extensions alone.")
        }
        guard let plain = try value(parameter, element == "id" ? "string" : "Extension").value else { throw .malformed("The operation has no value.") }
        let item = [UInt8](plain.bytes)
        let text = element == "id" ? Array(#"{"id":"#.utf8) + item + [UInt8(ascii: "}")] : Array(#"{"extension":["#.utf8) + item + Array("]}".utf8)
        if let beside = node.extensions ?? (node.hasValue ? nil : node.value) {
            guard let object = tree.open(beside.steps) else { throw nothing }
            if element == "extension", let list = object.index(of: "extension").flatMap({ _ in tree.open(beside.steps + ["extension"]) }) {
                return list.insert(.source(plain), at: list.slots.count)
            }
            guard object.index(of: element) == nil else { throw PatchFault("It is there already; replace it.") }
            let made = element == "id" ? plain : try list(of: plain)
            return object.insert(.source(made), named: element, at: object.slots.count)
        }
        guard let made = try? JSONDocument(text, limits: .resource).root else { throw .malformed("The operation has no value.") }
        try setBeside(place, made)
    }

    mutating func replace(_ node: FHIRPathNode, with parameter: JSONValue?) throws(PatchFault) {
        guard let place = ElementPlace(node.value) else { throw PatchFault("The whole is not replaced by a patch; update the resource.") }
        let value = try value(parameter, node.type)
        let name = rename(place, value)
        guard let object = tree.open(place.object) else { throw nothing }
        if name != place.name {
            // A choice of another type.
            for old in [place.name, place.sibling] {
                if let index = object.index(of: old) { object.slots.remove(at: index) }
            }
            if let plain = value.value { object.insert(.source(plain), named: name, at: object.slots.count) }
            if let beside = value.extensions { object.insert(.source(beside), named: "_" + name, at: object.slots.count) }
            return
        }
        if let plain = value.value {
            try set(place, name: place.name, to: plain)
        } else if place.index != nil {
            try set(place, name: place.name, to: try null())
        } else if let index = object.index(of: place.name) {
            object.slots.remove(at: index)
        }
        try setBeside(place, value.extensions)
    }

    mutating func delete(_ node: FHIRPathNode) throws(PatchFault) {
        guard let place = ElementPlace(node.value) else { throw PatchFault("The whole is not removed by a patch; delete the resource.") }
        guard let index = place.index else {
            guard let object = tree.open(place.object) else { throw nothing }
            for name in [place.name, place.sibling] {
                if let index = object.index(of: name) { object.slots.remove(at: index) }
            }
            return prune(place.object)
        }
        for name in [place.name, place.sibling] {
            guard let list = tree.open(place.object + [name]), index < list.slots.count else { continue }
            list.slots.remove(at: index)
        }
        tidy(place)
    }

    mutating func insert(_ parameter: JSONValue?, at index: Int, in nodes: [FHIRPathNode]) throws(PatchFault) {
        let (place, count) = try list(nodes)
        guard index <= count else { throw PatchFault("The list has \(count) items, and no such place.") }
        try insert(try value(parameter, nodes[0].type), at: index, of: count, object: place.object, place.name)
    }

    mutating func move(from source: Int, to destination: Int, in nodes: [FHIRPathNode]) throws(PatchFault) {
        let (place, count) = try list(nodes)
        guard source < count, destination < count else { throw PatchFault("The list has \(count) items, and no such place.") }
        for name in [place.name, place.sibling] {
            guard let list = tree.open(place.object + [name]) else { continue }
            list.fill(to: count)
            let slot = list.slots.remove(at: source)
            list.slots.insert(slot, at: destination)
        }
    }

    // MARK: Lists

    /// The one list that these are all the items of.
    private func list(_ nodes: [FHIRPathNode]) throws(PatchFault) -> (ElementPlace, count: Int) {
        guard let first = nodes.first, let place = ElementPlace(first.value), place.index != nil else { throw PatchFault("The path leads to no list.") }
        let list = first.value.container
        let count = list.childCount
        // Where a list is, is asked once, not for each of its items: of those with extensions alone it is the list beside.
        var held: Set<UInt32> = [first.value.node.parent]
        let isWhole = nodes.allSatisfy { node in
            if held.contains(node.value.node.parent) { return true }
            guard let other = ElementPlace(node.value), other.object == place.object, other.name == place.name else { return false }
            held.insert(node.value.node.parent)
            return true
        }
        guard nodes.count == count, isWhole else { throw PatchFault("The path leads to a part of a list; it has to lead to all of it.") }
        return (place, count)
    }

    private mutating func insert(_ value: PatchValue, at index: Int, of count: Int, object steps: [String], _ name: String) throws(PatchFault) {
        for (name, item) in [(name, value.value), ("_" + name, value.extensions)] {
            guard let object = tree.open(steps) else { throw nothing }
            guard object.index(of: name) != nil else {
                // Beside values without extensions there is no list of them.
                guard let item else { continue }
                object.insert(.source(try nulls(index, item, count - index)), named: name, at: object.slots.count)
                continue
            }
            guard let list = tree.open(steps + [name]) else { throw nothing }
            list.fill(to: index)
            if let item { list.insert(.source(item), at: index) } else { list.slots.insert(.null, at: index) }
        }
    }

    /// Of both lists, what has become empty goes.
    private mutating func tidy(_ place: ElementPlace) {
        let isEmpty = { (container: PatchTree.Container) in
            container.slots.indices.allSatisfy { index in
                switch container.part(at: index) {
                case .source(let value): value.kind == .null
                case .container: false
                case .null: true
                }
            }
        }
        guard let object = tree.open(place.object) else { return }
        let values = object.index(of: place.name).flatMap { _ in tree.open(place.member) }
        let beside = object.index(of: place.sibling).flatMap { _ in tree.open(place.object + [place.sibling]) }
        let (hasValues, hasBeside) = (values.map { !isEmpty($0) } ?? false, beside.map { !isEmpty($0) } ?? false)
        if !hasBeside, let index = object.index(of: place.sibling) { object.slots.remove(at: index) }
        if !hasValues, !hasBeside, let index = object.index(of: place.name) { object.slots.remove(at: index) }
        prune(place.object)
    }

    /// What holds nothing any more goes, up to the resource.
    private mutating func prune(_ steps: [String]) {
        guard let last = steps.last, let container = tree.open(steps), container.slots.isEmpty else { return }
        let above = Array(steps.dropLast())
        guard let holder = tree.open(above), let index = holder.index(of: last) else { return }
        holder.slots.remove(at: index)
        prune(above)
    }

    // MARK: Values

    private func value(_ parameter: JSONValue?, _ type: String?) throws(PatchFault) -> PatchValue {
        guard let parameter else { throw .malformed("The operation has no value.") }
        return try PatchValue(parameter, becoming: type, types, lists)
    }

    /// Of a choice whose value is of another type by now.
    private func rename(_ place: ElementPlace, _ value: PatchValue) -> String {
        guard let suffix = value.suffix, let type = type(at: place.object), let member = types.member(place.name, of: type) else { return place.name }
        return types.element(member.element, of: type)?.isChoice == true ? member.element + suffix : place.name
    }

    /// Of an object of the resource, by the way to it.
    private func type(at steps: [String]) -> String? {
        var value = root
        var type = root["resourceType"]?.string
        for step in steps {
            guard let next = value.child(step) else { return nil }
            if next.node.isMember { type = type.flatMap { types.member(step, of: $0)?.type } }
            if let own = next["resourceType"]?.string { type = own }
            value = next
        }
        return type
    }

    private mutating func set(_ place: ElementPlace, name: String, to value: JSONValue) throws(PatchFault) {
        guard let index = place.index else {
            guard let object = tree.open(place.object) else { throw nothing }
            if let member = object.index(of: name) { return object.set(member, .source(value)) }
            return object.insert(.source(value), named: name, at: object.slots.count)
        }
        if tree.open(place.object)?.index(of: name) == nil {
            tree.open(place.object)?.insert(.source(try nulls(index, value, 0)), named: name, at: tree.open(place.object)?.slots.count ?? 0)
            return
        }
        guard let list = tree.open(place.object + [name]) else { throw nothing }
        list.fill(to: index + 1)
        list.set(index, .source(value))
    }

    /// A primitive's id and extensions, or none.
    private mutating func setBeside(_ place: ElementPlace, _ value: JSONValue?) throws(PatchFault) {
        if let value { return try set(place, name: place.sibling, to: value) }
        guard let object = tree.open(place.object), let member = object.index(of: place.sibling) else { return }
        guard place.index != nil else {
            object.slots.remove(at: member)
            return
        }
        try set(place, name: place.sibling, to: try null())
        tidy(place)
    }

    private var nothing: PatchFault { PatchFault("There is nothing there.") }

    private func null() throws(PatchFault) -> JSONValue { try made(Array("null".utf8)) }

    private func list(of value: JSONValue) throws(PatchFault) -> JSONValue { try nulls(0, value, 0) }

    /// A list of one value with nothing before and behind it.
    private func nulls(_ before: Int, _ value: JSONValue, _ after: Int) throws(PatchFault) -> JSONValue {
        let items = Array(repeating: Array("null".utf8), count: before) + [Array(value.bytes)] + Array(repeating: Array("null".utf8), count: after)
        return try made([UInt8(ascii: "[")] + Array(items.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")])
    }

    private func made(_ bytes: [UInt8]) throws(PatchFault) -> JSONValue {
        do {
            return try JSONDocument(bytes, limits: .resource).root
        } catch {
            throw .malformed("The operation has no value.")
        }
    }
}
