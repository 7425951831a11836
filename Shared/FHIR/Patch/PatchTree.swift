import JSON

/// A JSON document that is being changed. What no change touches is still its bytes, white space and all: only the containers on the way to a change are taken apart.
struct PatchTree {
    /// A part of it: as it was, or a container of which something has changed.
    enum Part {
        case source(JSONValue)
        case container(Container)
        case null
    }

    /// An object or a list, taken apart.
    final class Container {
        /// As it was.
        let origin: JSONValue
        var slots: [Slot]

        var isObject: Bool { origin.kind == .object }

        init(_ origin: JSONValue) {
            self.origin = origin
            slots = origin.children.map { .kept(UInt32($0.index)) }
        }
    }

    /// A member or an item.
    enum Slot {
        /// A child of the container's origin, by its node, with the white space around it.
        case kept(UInt32)
        case changed(Change)
        /// An item that was not there, in the place of one that has nothing: there may be as many as the list beside it is long.
        case null
    }

    final class Change {
        /// The child in whose place it is.
        let node: UInt32?
        /// Of a new member.
        let name: String?
        var part: Part

        init(node: UInt32? = nil, name: String? = nil, _ part: Part) {
            self.node = node
            self.name = name
            self.part = part
        }
    }

    private var root: Part

    init(_ root: JSONValue) { self.root = .source(root) }

    // MARK: Looking

    /// `passed` grows by the children that are looked at on the way.
    func part(at steps: some Collection<String>, _ passed: inout Int) -> Part? {
        var part = root
        for step in steps {
            guard let next = Self.child(step, of: part, &passed) else { return nil }
            part = next
        }
        return part
    }

    private static func child(_ step: String, of part: Part, _ passed: inout Int) -> Part? {
        switch part {
        case .source(let value): return value.child(step, &passed).map(Part.source)
        case .container(let container):
            guard let index = container.index(of: step, &passed) else { return nil }
            return container.part(at: index)
        case .null: return nil
        }
    }

    /// As a document's value of its own, which nothing changes any more.
    func frozen(_ part: Part) throws(JSONFault) -> JSONValue {
        if case .source(let value) = part { return value }
        var bytes: [UInt8] = []
        Self.write(part, to: &bytes)
        return try JSONDocument(bytes, limits: .resource).root
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        Self.write(root, to: &bytes)
        return bytes
    }

    // MARK: Changing

    mutating func replaceRoot(_ value: JSONValue) { root = .source(value) }

    /// The container there, taken apart; nil when there is none.
    mutating func open(_ steps: some Collection<String>) -> Container? {
        var passed = 0
        return open(steps, &passed)
    }

    /// The same; `passed` grows by the children that are looked at on the way, and by those that are taken apart.
    mutating func open(_ steps: some Collection<String>, _ passed: inout Int) -> Container? {
        guard var container = Self.opened(root, &passed) else { return nil }
        root = .container(container)
        for step in steps {
            guard let index = container.index(of: step, &passed), let next = Self.opened(container.part(at: index), &passed) else { return nil }
            container.set(index, .container(next))
            container = next
        }
        return container
    }

    private static func opened(_ part: Part, _ passed: inout Int) -> Container? {
        switch part {
        case .container(let container): return container
        case .source(let value):
            guard value.kind == .object || value.kind == .array else { return nil }
            let container = Container(value)
            passed += container.slots.count
            return container
        case .null: return nil
        }
    }

    // MARK: Writing

    private static func write(_ part: Part, to bytes: inout [UInt8]) {
        switch part {
        case .source(let value): bytes.append(contentsOf: value.bytes)
        case .container(let container): container.write(to: &bytes)
        case .null: bytes.append(contentsOf: "null".utf8)
        }
    }
}

extension PatchTree.Container {
    /// Of a member by its name, of an item by its place.
    func index(of step: String) -> Int? {
        var passed = 0
        return index(of: step, &passed)
    }

    /// The same; `passed` grows by the members that are looked at.
    func index(of step: String, _ passed: inout Int) -> Int? {
        guard isObject else {
            guard let index = JSONPointer.index(step), index < slots.count else { return nil }
            return index
        }
        let found = slots.firstIndex { slot in
            switch slot {
            case .kept(let node): value(node).isNamed(step)
            case .changed(let change): change.name.map { $0.utf8.elementsEqual(step.utf8) } ?? change.node.map { value($0).isNamed(step) } ?? false
            case .null: false
            }
        }
        passed += found.map { $0 + 1 } ?? slots.count
        return found
    }

    func part(at index: Int) -> PatchTree.Part {
        switch slots[index] {
        case .kept(let node): .source(value(node))
        case .changed(let change): change.part
        case .null: .null
        }
    }

    /// In the place of what is there.
    func set(_ index: Int, _ part: PatchTree.Part) {
        switch slots[index] {
        case .kept(let node): slots[index] = .changed(PatchTree.Change(node: node, part))
        case .changed(let change): change.part = part
        case .null: slots[index] = .changed(PatchTree.Change(part))
        }
    }

    func insert(_ part: PatchTree.Part, named name: String? = nil, at index: Int) { slots.insert(.changed(PatchTree.Change(name: name, part)), at: index) }

    /// With nothing, up to a length.
    func fill(to count: Int) {
        if slots.count < count { slots.append(contentsOf: repeatElement(.null, count: count - slots.count)) }
    }

    private func value(_ node: UInt32) -> JSONValue { JSONValue(document: origin.document, index: Int(node)) }

    fileprivate func write(to bytes: inout [UInt8]) {
        bytes.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        for (index, slot) in slots.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            switch slot {
            case .kept(let node):
                let whole = extent(of: value(node))
                bytes.append(contentsOf: origin.document.bytes[whole])
            case .changed(let change): write(change, to: &bytes)
            case .null: bytes.append(contentsOf: "null".utf8)
            }
        }
        bytes.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    private func write(_ change: PatchTree.Change, to bytes: inout [UInt8]) {
        let before = change.node.map(value)
        let around = before.map { extent(of: $0) }
        if let before, let around { bytes.append(contentsOf: origin.document.bytes[around.lowerBound..<before.range.lowerBound]) }
        if let name = change.name {
            bytes.append(contentsOf: JSONWriter.quoted(name))
            bytes.append(UInt8(ascii: ":"))
        }
        switch change.part {
        case .source(let value): bytes.append(contentsOf: value.bytes)
        case .container(let container): container.write(to: &bytes)
        case .null: bytes.append(contentsOf: "null".utf8)
        }
        if let before, let around { bytes.append(contentsOf: origin.document.bytes[before.range.upperBound..<around.upperBound]) }
    }

    /// From behind the comma or bracket before it up to the one behind it.
    private func extent(of child: JSONValue) -> Range<Int> {
        let bytes = origin.document.bytes
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
        let node = child.node
        var start = node.isMember ? Int(node.keyStart) - 1 : child.range.lowerBound
        var end = child.range.upperBound
        while start > origin.range.lowerBound + 1, isSpace(bytes[start - 1]) { start -= 1 }
        while end < origin.range.upperBound - 1, isSpace(bytes[end]) { end += 1 }
        return start..<end
    }
}
