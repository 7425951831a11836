import JSON

/// How the values of one type's parameters are found: the plain paths of all its expressions as one tree of members' names, walked along the
/// resource once, and the few other expressions by themselves.
///
/// It is fast because every member of the resource is met once, however many parameters ask for it, and is found by its name's length and first eight bytes;
/// because choices and their types are spelled out beforehand (`value as Quantity` is the member `valueQuantity`, a Quantity); and because nothing is made on
/// the way: a place is an index into the document, only what is found becomes a value, and what several parameters read of one element is read once.
struct SearchPlan: Sendable {
    let release: FHIRRelease
    let parameters: [SearchParameter]
    /// Flat lists of plain values, so that a walk counts no references.
    let nodes: [Node]
    let edges: [Edge]
    let takes: [Take]
    /// Of edges and of composites, by their places.
    let names: [[UInt8]]
    let guards: [[Guard]]
    let composites: [[Component]]
    /// Parameters, by their place, whose expression is no plain path.
    private(set) var others: [(slot: Int, path: FHIRPath)] = []
    /// Elements of type `code` whose values are tokens, and the types that have them.
    let codes: [(slot: Int, type: String, element: String)]
    /// Parameters, by their place, of tokens that are identifiers.
    let identifiers: Set<Int>

    /// A place in the resource: which members lead on, and what is taken there.
    struct Node: Sendable {
        var edges = 0..<0
        var takes = 0..<0
    }

    struct Edge: Sendable {
        let name: SearchName
        let isGuarded: Bool
        let node: Int
    }

    /// What an element has to be for a step into it.
    enum Guard: Sendable, Equatable {
        /// `where(system = 'phone')`, `extension('url')`.
        case member(String, is: String)
        /// `where(resolve() is Patient)`.
        case refers(String)
    }

    struct Take: Sendable {
        let slot: Int
        let kind: SearchParameter.Kind
        let form: SearchForm
        /// Its place among the composites.
        var composite = 0
    }

    /// Where a component's values are, from the composite's element.
    struct Component: Sendable {
        /// A node that stands for the element; its takes' slot is 0.
        let node: Int
        let kind: SearchParameter.Kind
        /// In its place, when it is no plain path.
        let path: FHIRPath?
    }

    init(_ type: String, _ parameters: [SearchParameter], _ release: FHIRRelease, kind: (String) -> SearchParameter.Kind?) {
        self.release = release
        self.parameters = parameters
        var compiler = Compiler(types: .of(release))
        for (slot, parameter) in parameters.enumerated() where parameter.kind != .special {
            guard let path = try? FHIRPath(parameter.expression) else { continue }
            if !compiler.add(parameter, slot, path, Place(node: 0, type: type), kind) { others.append((slot, path)) }
        }
        var nodes: [Node] = []
        var edges: [Edge] = []
        var takes: [Take] = []
        var names: [[UInt8]] = []
        var guards: [[Guard]] = []
        for draft in compiler.nodes {
            nodes.append(Node(edges: edges.count..<(edges.count + draft.edges.count), takes: takes.count..<(takes.count + draft.takes.count)))
            for edge in draft.edges {
                edges.append(Edge(name: SearchName(edge.name), isGuarded: !edge.guards.isEmpty, node: edge.node))
                names.append(edge.name)
                guards.append(edge.guards)
            }
            takes += draft.takes
        }
        (codes, identifiers) = (compiler.codes, compiler.identifiers)
        (self.nodes, self.edges, self.takes, self.names, self.guards, composites) = (nodes, edges, takes, names, guards, compiler.composites)
    }

    // MARK: Compiling

    /// A step that has not been taken yet: it may still be given a guard.
    struct Place {
        var node: Int
        var name: String?
        var guards: [Guard] = []
        var type: String
        /// Which element it is, of which type.
        var element: (type: String, name: String)?
    }

    private struct DraftNode {
        var edges: [(name: [UInt8], guards: [Guard], node: Int)] = []
        var takes: [Take] = []
    }

    private struct Compiler {
        let types: FHIRTypes
        var nodes = [DraftNode()]
        var composites: [[Component]] = []
        var codes: [(slot: Int, type: String, element: String)] = []
        var identifiers: Set<Int> = []

        /// False when the expression is no plain path.
        mutating func add(_ parameter: SearchParameter, _ slot: Int, _ path: FHIRPath, _ start: Place, _ kind: (String) -> SearchParameter.Kind?) -> Bool {
            guard let places = places(path.tree, from: [start]) else { return false }
            for place in places {
                if parameter.kind == .token, place.type == "code", let element = place.element { codes.append((slot, element.type, element.name)) }
                if parameter.kind == .token, place.type == "Identifier" { identifiers.insert(slot) }
                var take = Take(slot: slot, kind: parameter.kind, form: SearchForm(place.type, types))
                if parameter.kind == .composite {
                    let components = parameter.components.compactMap { component($0.expression, of: place.type, kind: kind($0.code)) }
                    guard components.count == parameter.components.count else { continue }
                    take.composite = composites.count
                    composites.append(components)
                }
                nodes[materialize(place)].takes.append(take)
            }
            return true
        }

        /// Where an expression leads; nil when it is no plain path.
        mutating func places(_ tree: FHIRPathTree, from start: [Place]) -> [Place]? {
            switch tree {
            case .path(let head, let steps):
                var places: [Place]
                var rest = steps[...]
                switch head {
                case .focus:
                    places = start
                    if case .member(let name)? = rest.first, let first = name.utf8.first, (0x41...0x5A).contains(first) {
                        // What begins with another type's name is said of that one.
                        places = places.filter { types.isType($0.type, name) }
                        rest = rest.dropFirst()
                    }
                case .tree(let inner):
                    guard let found = self.places(inner, from: start) else { return nil }
                    places = found
                default: return nil
                }
                for step in rest {
                    guard let next = take(step, places) else { return nil }
                    places = next
                }
                return places
            case .typed(let inner, let tests):
                guard var places = self.places(inner, from: start) else { return nil }
                for test in tests {
                    guard !test.isQuestion else { return nil }
                    places = places.filter { isOf($0.type, test) }
                }
                return places
            case .chain(let first, let rest):
                guard rest.allSatisfy({ $0.sign == .union }), var places = self.places(first, from: start) else { return nil }
                for operand in rest {
                    guard let more = self.places(operand.tree, from: start) else { return nil }
                    // One place may be said twice.
                    for place in more where !places.contains(where: { $0.node == place.node && $0.name == place.name && $0.guards == place.guards }) {
                        places.append(place)
                    }
                }
                return places
            default: return nil
            }
        }

        private func isOf(_ type: String, _ test: FHIRPathTypeTest) -> Bool {
            types.isType(type, test.name) || types.isType(type, test.name.prefix(1).lowercased() + test.name.dropFirst())
        }

        private mutating func take(_ step: FHIRPathStep, _ places: [Place]) -> [Place]? {
            switch step {
            case .member(let name): return places.flatMap { members(name, of: $0) }
            case .typed(let test): return test.isQuestion ? nil : places.filter { isOf($0.type, test) }
            case .call(.extension, let arguments):
                guard case .values(let values)? = arguments.first, case .string(let url)? = values.first else { return nil }
                return places.flatMap { members("extension", of: $0) }.map { guarded($0, .member("url", is: url)) }
            case .call(.where, let arguments):
                guard let first = arguments.first, let condition = condition(first) else { return nil }
                // A type's name may stand for types derived from it; nothing in the definitions does that.
                return places.compactMap { $0.name == nil ? nil : guarded($0, condition) }
            default: return nil
            }
        }

        private func guarded(_ place: Place, _ condition: Guard) -> Place {
            var place = place
            place.guards.append(condition)
            return place
        }

        private func condition(_ tree: FHIRPathTree) -> Guard? {
            switch tree {
            case .typed(.path(.focus, let steps), let tests):
                guard steps.count == 1, case .call(.resolve, _) = steps[0], tests.count == 1, tests[0].isQuestion else { return nil }
                return .refers(tests[0].name)
            case .chain(.path(.focus, let steps), let rest):
                guard steps.count == 1, case .member(let name) = steps[0], rest.count == 1, rest[0].sign == .equals,
                    case .values(let values) = rest[0].tree, values.count == 1, case .string(let text) = values[0]
                else { return nil }
                return .member(name, is: text)
            default: return nil
            }
        }

        private mutating func members(_ name: String, of place: Place) -> [Place] {
            guard let element = types.element(name, of: place.type) else { return [] }
            let node = materialize(place)
            let itself = (type: place.type, name: name)
            guard element.isChoice else { return [Place(node: node, name: name, type: element.types.first ?? "", element: itself)] }
            return types.members(of: element).map { Place(node: node, name: $0.name, type: $0.type, element: itself) }
        }

        mutating func materialize(_ place: Place) -> Int {
            guard let name = place.name else { return place.node }
            let bytes = Array(name.utf8)
            if let edge = nodes[place.node].edges.first(where: { $0.name == bytes && $0.guards == place.guards }) { return edge.node }
            nodes.append(DraftNode())
            nodes[place.node].edges.append((bytes, place.guards, nodes.count - 1))
            return nodes.count - 1
        }

        mutating func component(_ expression: String, of type: String, kind: SearchParameter.Kind?) -> Component? {
            guard let kind, let path = try? FHIRPath(expression) else { return nil }
            nodes.append(DraftNode())
            let root = nodes.count - 1
            guard let places = places(path.tree, from: [Place(node: root, type: type)]) else { return Component(node: root, kind: kind, path: path) }
            for place in places {
                let node = materialize(place)
                nodes[node].takes.append(Take(slot: 0, kind: kind, form: SearchForm(place.type, types)))
            }
            return Component(node: root, kind: kind, path: nil)
        }
    }
}
