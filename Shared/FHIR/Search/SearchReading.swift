import JSON

/// One walk along a resource, by a plan. Places are indexes of the document's nodes.
struct SearchReading {
    /// Of a resource, over all its parameters.
    static let mostValues = 4_096
    /// Bytes of each text; what is longer is cut.
    static let longestText = 1_024

    let plan: SearchPlan
    let document: JSONDocument
    let bytes: UnsafeBufferPointer<UInt8>
    let nodes: UnsafeBufferPointer<JSONNode>
    let resource: JSONValue
    let base: [UInt8]
    var found: [[SearchValue]]
    var left = SearchReading.mostValues

    /// The first eight bytes of a name as a number, and its length: most names differ at once.
    static func prefix(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> UInt64 {
        var prefix = UInt64(truncatingIfNeeded: end - start)
        for index in start..<min(start + 7, end) { prefix = prefix << 8 | UInt64(bytes[index]) }
        return prefix
    }

    // MARK: Walking

    mutating func walk(_ node: Int, _ object: Int) throws {
        guard nodes[object].kind == .object else { return }
        let end = Int(nodes[object].after)
        var next = object + 1
        while next < end {
            let member = nodes[next]
            let (start, stop) = (Int(member.keyStart), Int(member.keyEnd))
            if !member.isKeyEscaped {
                let prefix = Self.prefix(bytes, start, stop)
                for edge in plan.nodes[node].edges where edge.prefix == prefix && isName(edge, start, stop) { try enter(edge, next) }
            } else {
                let name = JSONText.decode(UnsafeBufferPointer(rebasing: bytes[start..<stop]), isEscaped: true)
                for edge in plan.nodes[node].edges where edge.name == name { try enter(edge, next) }
            }
            next = Int(member.after)
        }
    }

    private func isName(_ edge: SearchPlan.Edge, _ start: Int, _ stop: Int) -> Bool {
        guard stop - start == edge.name.count else { return false }
        var index = 7
        while index < edge.name.count {
            if bytes[start + index] != edge.name[index] { return false }
            index += 1
        }
        return true
    }

    private mutating func enter(_ edge: SearchPlan.Edge, _ value: Int) throws {
        guard nodes[value].kind == .array else { return try enter(one: edge, value) }
        for item in items(value) { try enter(one: edge, item) }
    }

    private mutating func enter(one edge: SearchPlan.Edge, _ value: Int) throws {
        guard nodes[value].kind != .null else { return }
        for condition in edge.guards where !holds(condition, value) { return }
        try arrive(edge.node, value)
    }

    mutating func arrive(_ node: Int, _ value: Int) throws {
        for take in plan.nodes[node].takes {
            guard left > 0 else { return }
            if take.kind == .composite {
                try composite(take, value)
            } else {
                add(take.kind, take.form, value, to: take.slot)
            }
        }
        if !plan.nodes[node].edges.isEmpty { try walk(node, value) }
    }

    private func holds(_ condition: SearchPlan.Guard, _ value: Int) -> Bool {
        switch condition {
        case .member(let name, let text): return member(value, name).map { self.text($0) == text } ?? false
        case .refers(let type):
            guard let reference = member(value, "reference").flatMap({ text($0) }) else { return member(value, "type").flatMap { text($0) } == type }
            if reference.utf8.first == UInt8(ascii: "#") { return false }
            return FHIRPathRun.type(reference) == type || FHIRPathRun.type(reference) == nil && member(value, "type").flatMap { text($0) } == type
        }
    }

    /// The components are asked from the last, which has values the least often: what lacks one has none of the others read.
    private mutating func composite(_ take: SearchPlan.Take, _ value: Int) throws {
        var parts: [[SearchValue]] = []
        for component in take.components.reversed() {
            let values = try values(of: component, value)
            guard !values.isEmpty else { return }
            parts.append(values)
        }
        append(.composite(parts.reversed()), to: take.slot)
    }

    private mutating func values(of component: SearchPlan.Component, _ value: Int) throws -> [SearchValue] {
        var inner = SearchReading(
            plan: plan, document: document, bytes: bytes, nodes: nodes, resource: resource, base: base, found: [[]], left: min(left, 256))
        if let path = component.path {
            inner.add(path, of: FHIRPathNode(JSONValue(document: document, index: value)), component.kind, to: 0)
        } else {
            try inner.arrive(component.node, value)
        }
        return SearchPlan.distinct(inner.found[0])
    }

    // MARK: Other expressions

    /// What an expression that is no plain path comes to. Of one that fails there is nothing to be found: whether a resource is right is for others to say.
    mutating func add(_ path: FHIRPath, of focus: FHIRPathNode, _ kind: SearchParameter.Kind, to slot: Int) {
        let environment = FHIRPathEnvironment(release: plan.release, resource: resource, rootResource: resource, resolvesToTypes: true, steps: 200_000)
        guard let values = try? path.evaluate(focus, environment) else { return }
        for value in values where left > 0 {
            switch value {
            case .node(let node):
                guard node.hasValue else { continue }
                let type = node.type ?? ""
                add(kind, SearchForm(type, .of(plan.release)), node.value.index, to: slot)
            case .boolean(let truth): append(.token(system: nil, code: truth ? "true" : "false"), to: slot)
            case .string(let text):
                switch kind {
                case .token: append(.token(system: nil, code: Self.cut(text)), to: slot)
                case .uri: append(.uri(Self.cut(text)), to: slot)
                default: append(.string(Self.cut(text)), to: slot)
                }
            default: continue
            }
        }
    }

    mutating func append(_ value: SearchValue, to slot: Int) {
        guard left > 0 else { return }
        left -= 1
        found[slot].append(value)
    }

    // MARK: Reading

    func items(_ list: Int) -> some Sequence<Int> {
        let end = Int(nodes[list].after)
        return sequence(state: list + 1) { [nodes] next -> Int? in
            guard next < end else { return nil }
            defer { next = Int(nodes[next].after) }
            return next
        }
    }

    func member(_ object: Int, _ name: String) -> Int? {
        guard nodes[object].kind == .object else { return nil }
        let wanted = name.utf8
        let end = Int(nodes[object].after)
        var next = object + 1
        while next < end {
            let member = nodes[next]
            let (start, stop) = (Int(member.keyStart), Int(member.keyEnd))
            if !member.isKeyEscaped {
                if stop - start == wanted.count, bytes[start..<stop].elementsEqual(wanted) { return next }
            } else if JSONText.decode(UnsafeBufferPointer(rebasing: bytes[start..<stop]), isEscaped: true).elementsEqual(wanted) {
                return next
            }
            next = Int(member.after)
        }
        return nil
    }

    /// A string's text, or as it is written what is a number or a boolean; nil of anything else.
    func text(_ value: Int) -> String? {
        let node = nodes[value]
        switch node.kind {
        case .string:
            let inner = (Int(node.start) + 1)..<(Int(node.end) - 1)
            if node.isEscaped {
                return Self.cut(String(decoding: JSONText.decode(UnsafeBufferPointer(rebasing: bytes[inner]), isEscaped: true), as: UTF8.self))
            }
            let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[inner]), as: UTF8.self)
            return inner.count > Self.longestText ? Self.cut(text) : text
        case .number, .true, .false: return String(decoding: UnsafeBufferPointer(rebasing: bytes[Int(node.start)..<Int(node.end)]), as: UTF8.self)
        default: return nil
        }
    }

    func text(_ object: Int, _ name: String) -> String? { member(object, name).flatMap { text($0) } }

    /// At a character's end.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > longestText else { return text }
        var end = text.utf8.index(text.utf8.startIndex, offsetBy: longestText)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }
}

extension SearchPlan {
    func values(of resource: JSONValue, base: String) -> [(parameter: SearchParameter, values: [SearchValue])] {
        guard !parameters.isEmpty else { return [] }
        let document = resource.document
        let found = document.bytes.withUnsafeBufferPointer { bytes in
            document.nodes.withUnsafeBufferPointer { nodes in
                var reading = SearchReading(
                    plan: self, document: document, bytes: bytes, nodes: nodes, resource: resource, base: Array(base.utf8),
                    found: Array(repeating: [], count: parameters.count))
                try? reading.arrive(0, resource.index)
                for other in others { reading.add(other.path, of: FHIRPathNode(resource), parameters[other.slot].kind, to: other.slot) }
                return reading.found
            }
        }
        var values: [(parameter: SearchParameter, values: [SearchValue])] = []
        for (slot, found) in found.enumerated() where !found.isEmpty { values.append((parameters[slot], Self.distinct(found))) }
        return values
    }

    /// Each once.
    static func distinct(_ values: [SearchValue]) -> [SearchValue] {
        if values.count < 2 { return values }
        var seen: Set<SearchValue> = []
        return values.filter { seen.insert($0).inserted }
    }
}
