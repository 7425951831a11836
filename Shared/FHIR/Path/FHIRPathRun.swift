import JSON

/// One evaluation: an expression of one resource, within its budget.
///
/// It walks a tree that is no deeper than the parser lets it be, and what grows with the resource are loops. This is the general way; search parameters,
/// which are asked of every resource that is written, go by `SearchPlan` where their expression is a plain path.
final class FHIRPathRun {
    let environment: FHIRPathEnvironment
    let types: FHIRTypes
    private let root: FHIRPathNode
    private(set) var steps: Int
    private var untilLook = 1_024
    /// Values in lists that wait until a part of the expression is evaluated.
    private var held = 0

    /// Of one list. A value has some hundred bytes, so that what an expression remembers stays within a few megabytes.
    static let mostValues = 32_768
    /// Of all lists that wait.
    static let mostHeld = 65_536

    /// What a part of an expression is asked of.
    struct Scope {
        /// `$this`; names are looked for in it.
        var focus: [FHIRPathValue]
        var index = 0
        var total: [FHIRPathValue] = []
    }

    init(_ focus: FHIRPathNode, _ environment: FHIRPathEnvironment) {
        self.environment = environment
        types = .of(environment.release)
        steps = environment.steps
        root = focus
    }

    func evaluate(_ tree: FHIRPathTree) throws -> [FHIRPathValue] { try evaluate(tree, Scope(focus: [rootValue])) }

    func truth(_ tree: FHIRPathTree) throws -> Bool? { try truth(evaluate(tree)) }

    private var rootValue: FHIRPathValue {
        var node = root
        if node.type == nil { node.type = type(of: node.value, declared: nil) }
        return .node(node)
    }

    /// Throws when the budget is used up, and now and then when the task was cancelled.
    func spend(_ count: Int = 1) throws {
        steps -= count
        guard steps >= 0 else { throw FHIRPathError.tooManySteps }
        untilLook -= count
        if untilLook < 0 {
            untilLook = 1_024
            try Task.checkCancellation()
        }
    }

    /// Before so many values are put into a list.
    func make(_ count: Int) throws {
        guard count <= Self.mostValues else { throw FHIRPathError.tooManyValues }
        try spend(count)
    }

    /// While a list waits for what `work` comes to.
    func holding<T>(_ values: [FHIRPathValue], _ work: () throws -> T) throws -> T {
        held += values.count
        defer { held -= values.count }
        guard held <= Self.mostHeld else { throw FHIRPathError.tooManyValues }
        return try work()
    }

    /// What was done already: the next look at the budget tells.
    func charge(_ count: Int) {
        steps -= count
        untilLook -= count
    }

    /// For a text's length.
    func spend(text: String) throws { try spend(1 + text.utf8.count / 16) }

    func evaluate(_ tree: FHIRPathTree, _ scope: Scope) throws -> [FHIRPathValue] {
        try spend()
        switch tree {
        case .values(let values): return values
        case .path(let head, let steps): return try path(head, steps, scope)
        case .chain(let first, let rest):
            var value = try evaluate(first, scope)
            for operand in rest { value = try holding(value) { try apply(operand.sign, value, operand.tree, scope) } }
            return value
        case .negated(let tree):
            guard let value = try single(evaluate(tree, scope), "-") else { return [] }
            return try [negated(value)]
        case .typed(let tree, let tests):
            var values = try evaluate(tree, scope)
            for test in tests { values = try apply(test, values) }
            return values
        }
    }

    // MARK: Paths

    private func path(_ head: FHIRPathHead, _ steps: [FHIRPathStep], _ scope: Scope) throws -> [FHIRPathValue] {
        var values: [FHIRPathValue]
        var rest = steps[...]
        switch head {
        case .focus:
            values = scope.focus
            if case .member(let name)? = rest.first, let first = name.utf8.first, (0x41...0x5A).contains(first), values.contains(where: { isOf($0, name) }) {
                // `Observation.code`: the type's name stands for what is looked at.
                values = values.filter { isOf($0, name) }
                rest = rest.dropFirst()
            }
        case .this: values = scope.focus
        case .index: values = [.integer(scope.index)]
        case .total: values = scope.total
        case .variable(let name): values = try variable(name)
        case .tree(let tree): values = try evaluate(tree, scope)
        }
        for step in rest { values = try holding(values) { try take(step, values, scope) } }
        return values
    }

    private func isOf(_ value: FHIRPathValue, _ type: String) -> Bool {
        switch value {
        case .node(let node): node.type.map { types.isType($0, type) } ?? false
        case .resource(let known): types.isType(known, type)
        default: false
        }
    }

    private func take(_ step: FHIRPathStep, _ values: [FHIRPathValue], _ scope: Scope) throws -> [FHIRPathValue] {
        switch step {
        case .member(let name):
            var found: [FHIRPathValue] = []
            for case .node(let node) in values { try members(name, of: node, into: &found) }
            return found
        case .call(let function, let arguments): return try call(function, arguments, values, scope)
        case .item(let tree):
            guard let index = try integer(evaluate(tree, scope), "[]") else { return [] }
            return values.indices.contains(index) ? [values[index]] : []
        case .typed(let test): return try apply(test, values)
        }
    }

    private func variable(_ name: String) throws -> [FHIRPathValue] {
        func node(_ value: JSONValue?) -> [FHIRPathValue] {
            guard let value else { return [rootValue] }
            return [.node(FHIRPathNode(value, type: type(of: value, declared: nil)))]
        }
        switch name {
        case "resource": return node(environment.resource ?? environment.rootResource)
        case "rootResource": return node(environment.rootResource ?? environment.resource)
        case "context": return [rootValue]
        case "ucum": return [.string("http://unitsofmeasure.org")]
        case "sct": return [.string("http://snomed.info/sct")]
        case "loinc": return [.string("http://loinc.org")]
        case _ where name.hasPrefix("vs-"): return [.string("http://hl7.org/fhir/ValueSet/" + name.dropFirst(3))]
        case _ where name.hasPrefix("ext-"): return [.string("http://hl7.org/fhir/StructureDefinition/" + name.dropFirst(4))]
        default: throw FHIRPathError.unknownVariable(String(name.prefix(40)))
        }
    }

    // MARK: Types

    func apply(_ test: FHIRPathTypeTest, _ values: [FHIRPathValue]) throws -> [FHIRPathValue] {
        try spend(values.count)
        guard test.isQuestion else { return values.filter { isOf($0, test) } }
        guard values.count <= 1 else { throw FHIRPathError.notSingle("is") }
        return values.map { .boolean(isOf($0, test)) }
    }

    /// By the name alone both FHIR's and FHIRPath's types are meant: the standard's own expressions say `as(DateTime)` and `is Boolean` of elements.
    private func isOf(_ value: FHIRPathValue, _ test: FHIRPathTypeTest) -> Bool {
        let lowered = test.name.prefix(1).lowercased() + test.name.dropFirst()
        switch value {
        case .node(let node):
            guard test.space != "System", let type = node.type else { return false }
            return types.isType(type, test.name) || test.space == nil && types.isType(type, lowered)
        case .resource(let type): return test.space != "System" && types.isType(type, test.name)
        default:
            guard test.space != "FHIR" else { return false }
            return test.name == value.systemType
                || test.space == nil && test.name != "Quantity" && lowered == value.systemType.prefix(1).lowercased() + value.systemType.dropFirst()
        }
    }
}

extension FHIRPathValue {
    var systemType: String {
        switch self {
        case .node, .resource: ""
        case .boolean: "Boolean"
        case .integer: "Integer"
        case .decimal: "Decimal"
        case .string: "String"
        case .date: "Date"
        case .dateTime: "DateTime"
        case .time: "Time"
        case .quantity: "Quantity"
        }
    }
}
