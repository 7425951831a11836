import JSON

/// One walk along a resource, by a plan. Places are indexes of the document's nodes.
struct SearchWalk {
    /// Of a resource, over all its parameters.
    static let mostValues = 8_192
    /// Of these, for one parameter.
    static let mostOfOne = 1_024
    /// Bytes of each text; what is longer is cut.
    static let longestText = 1_024
    /// Bytes of all texts: a search may have the values of many resources in memory, and each of them is what somebody has chosen to write.
    static let mostBytes = 512 << 10

    let plan: SearchPlan
    let document: JSONDocument
    let bytes: UnsafeBufferPointer<UInt8>
    let nodes: UnsafeBufferPointer<JSONNode>
    /// The plan's.
    let steps: UnsafeBufferPointer<SearchPlan.Node>
    let edges: UnsafeBufferPointer<SearchPlan.Edge>
    let takes: UnsafeBufferPointer<SearchPlan.Take>
    let resource: JSONValue
    let base: [UInt8]
    var found: [[SearchValue]]
    var left = SearchWalk.mostValues
    private var room = SearchWalk.mostBytes
    /// Of concepts that were read: most are asked for by several parameters, alone and in composites.
    private var concepts: [(place: Int, tokens: [SearchValue])] = []

    init(
        plan: SearchPlan, resource: JSONValue, base: String, bytes: UnsafeBufferPointer<UInt8>, nodes: UnsafeBufferPointer<JSONNode>,
        steps: UnsafeBufferPointer<SearchPlan.Node>, edges: UnsafeBufferPointer<SearchPlan.Edge>, takes: UnsafeBufferPointer<SearchPlan.Take>
    ) {
        self.plan = plan
        self.resource = resource
        self.base = Array(base.utf8)
        document = resource.document
        (self.bytes, self.nodes, self.steps, self.edges, self.takes) = (bytes, nodes, steps, edges, takes)
        found = Array(repeating: [], count: plan.parameters.count)
    }

    // MARK: Walking

    mutating func walk(_ node: Int, _ object: Int) throws {
        guard nodes[object].kind == .object else { return }
        let end = Int(nodes[object].after)
        let range = steps[node].edges
        var next = object + 1
        while next < end {
            let member = nodes[next]
            if !member.isKeyEscaped {
                let name = SearchName(bytes, Int(member.keyStart), Int(member.keyEnd))
                for index in range where edges[index].name == name && (name.length <= 8 || rest(index, Int(member.keyStart), name.length)) {
                    try enter(index, next)
                }
            } else {
                let name = JSONText.decode(UnsafeBufferPointer(rebasing: bytes[Int(member.keyStart)..<Int(member.keyEnd)]), isEscaped: true)
                for index in range where plan.names[index] == name { try enter(index, next) }
            }
            next = Int(member.after)
        }
    }

    /// Whether a name's bytes after its first eight are the same too.
    private func rest(_ edge: Int, _ start: Int, _ length: Int) -> Bool {
        plan.names[edge].withUnsafeBufferPointer { name in
            var index = 8
            while index < length {
                if bytes[start + index] != name[index] { return false }
                index += 1
            }
            return true
        }
    }

    private mutating func enter(_ edge: Int, _ value: Int) throws {
        guard nodes[value].kind == .array else { return try enter(one: edge, value) }
        let end = Int(nodes[value].after)
        var next = value + 1
        while next < end {
            try enter(one: edge, next)
            next = Int(nodes[next].after)
        }
    }

    private mutating func enter(one edge: Int, _ value: Int) throws {
        guard nodes[value].kind != .null else { return }
        if edges[edge].isGuarded {
            for condition in plan.guards[edge] where !holds(condition, value) { return }
        }
        try arrive(edges[edge].node, value)
    }

    mutating func arrive(_ node: Int, _ value: Int) throws {
        let step = steps[node]
        for index in step.takes {
            guard left > 0 else { return }
            let take = takes[index]
            if take.kind == .composite {
                try composite(take, value)
            } else {
                add(take.kind, take.form, value, to: take.slot)
            }
        }
        if !step.edges.isEmpty { try walk(node, value) }
    }

    private func holds(_ condition: SearchPlan.Guard, _ value: Int) -> Bool {
        switch condition {
        case .member(let name, let text): return member(value, named: name).map { self.text($0) == text } ?? false
        case .refers(let type):
            guard let reference = member(value, .reference).flatMap({ text($0) }) else { return member(value, .type).flatMap { text($0) } == type }
            if reference.utf8.first == UInt8(ascii: "#") { return false }
            return FHIRPathRun.type(reference) == type || FHIRPathRun.type(reference) == nil && member(value, .type).flatMap { text($0) } == type
        }
    }

    /// The components are asked from the last, which has values the least often: what lacks one has none of the others read.
    private mutating func composite(_ take: SearchPlan.Take, _ value: Int) throws {
        var parts: [[SearchValue]] = []
        for component in plan.composites[take.composite].reversed() {
            let values = try values(of: component, value)
            guard !values.isEmpty else { return }
            parts.append(values)
        }
        append(.composite(parts.reversed()), to: take.slot)
    }

    /// Found beside what was found before.
    private mutating func values(of component: SearchPlan.Component, _ value: Int) throws -> [SearchValue] {
        var others: [[SearchValue]] = [[]]
        swap(&found, &others)
        if let path = component.path {
            add(path, of: FHIRPathNode(JSONValue(document: document, index: value)), component.kind, to: 0)
        } else {
            try arrive(component.node, value)
        }
        swap(&found, &others)
        return SearchPlan.distinct(others[0])
    }

    /// A concept's tokens, read once.
    mutating func tokens(ofConcept value: Int, _ read: (inout SearchWalk) -> [SearchValue]) -> [SearchValue] {
        if let known = concepts.first(where: { $0.place == value }) { return known.tokens }
        let tokens = read(&self)
        // Few are asked for twice, and looking them up is to stay cheap.
        if concepts.count < 16 { concepts.append((value, tokens)) }
        return tokens
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
        guard left > 0, room > 0, found[slot].count < Self.mostOfOne else { return }
        left -= 1
        room -= value.bytes
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

    func member(_ object: Int, _ wanted: SearchName.Known) -> Int? { member(object, wanted.name, wanted.text) }

    private func member(_ object: Int, _ wanted: SearchName, _ text: StaticString) -> Int? {
        guard nodes[object].kind == .object else { return nil }
        let end = Int(nodes[object].after)
        var next = object + 1
        while next < end {
            let member = nodes[next]
            let (start, stop) = (Int(member.keyStart), Int(member.keyEnd))
            if !member.isKeyEscaped {
                if stop - start == wanted.length, SearchName(bytes, start, stop) == wanted {
                    if wanted.length <= 8 || text.withUTF8Buffer({ bytes[start..<stop].elementsEqual($0) }) { return next }
                }
            } else if JSONText.mayMean(stop - start, wanted.length),
                text.withUTF8Buffer({ JSONText.decode(UnsafeBufferPointer(rebasing: bytes[start..<stop]), isEscaped: true).elementsEqual($0) })
            {
                return next
            }
            next = Int(member.after)
        }
        return nil
    }

    /// Of a guard, whose name is only known by the plan.
    private func member(_ object: Int, named name: String) -> Int? { JSONValue(document: document, index: object)[name]?.index }

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

    func text(_ object: Int, _ name: SearchName.Known) -> String? { member(object, name).flatMap { text($0) } }

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
        var values: [(parameter: SearchParameter, values: [SearchValue])] = []
        for (slot, found) in found(in: resource, base).enumerated() where !found.isEmpty { values.append((parameters[slot], Self.distinct(found))) }
        return values
    }

    private func found(in resource: JSONValue, _ base: String) -> [[SearchValue]] {
        let document = resource.document
        return document.bytes.withUnsafeBufferPointer { bytes in
            document.nodes.withUnsafeBufferPointer { nodes in
                self.nodes.withUnsafeBufferPointer { steps in
                    edges.withUnsafeBufferPointer { edges in
                        takes.withUnsafeBufferPointer { takes in
                            var reading = SearchWalk(
                                plan: self, resource: resource, base: base, bytes: bytes, nodes: nodes, steps: steps, edges: edges, takes: takes)
                            try? reading.arrive(0, resource.index)
                            for other in others { reading.add(other.path, of: FHIRPathNode(resource), parameters[other.slot].kind, to: other.slot) }
                            return reading.found
                        }
                    }
                }
            }
        }
    }

    /// Each once.
    static func distinct(_ values: [SearchValue]) -> [SearchValue] {
        if values.count < 2 { return values }
        guard values.count > 8 else {
            // Hashing would cost more than comparing.
            for index in 1..<values.count where values[..<index].contains(values[index]) { return few(values) }
            return values
        }
        var seen: Set<SearchValue> = []
        return values.filter { seen.insert($0).inserted }
    }

    private static func few(_ values: [SearchValue]) -> [SearchValue] {
        values.reduce(into: []) { kept, value in
            if !kept.contains(value) { kept.append(value) }
        }
    }
}
