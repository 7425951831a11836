import JSON

/// A FHIRPath expression (http://hl7.org/fhirpath/N1), read once and asked of any number of resources.
package struct FHIRPath: Sendable {
    /// Of an expression's text, in bytes; the longest of the standard's own has some 900.
    package static let longest = 8_192
    /// Parentheses, arguments and indexes within one another.
    package static let deepest = 48

    package let text: String
    let tree: FHIRPathTree

    /// Everything that can be known without a resource is checked here: that functions exist, and how many arguments they take.
    package init(_ text: String) throws(FHIRPathError) {
        var parser = try FHIRPathParser(text)
        tree = try parser.expression()
        self.text = text
    }

    /// Of a resource, or an element of one whose type is then not known. Throws `FHIRPathError`, and `CancellationError`.
    package func evaluate(_ focus: JSONValue, _ environment: FHIRPathEnvironment = .init()) throws -> [FHIRPathValue] {
        try evaluate(FHIRPathNode(focus), environment)
    }

    /// Of an element whose type is known (`Quantity`, `Observation.component`), with a primitive's extensions.
    package func evaluate(_ focus: FHIRPathNode, _ environment: FHIRPathEnvironment = .init()) throws -> [FHIRPathValue] {
        try FHIRPathRun(focus, environment).evaluate(tree)
    }

    /// Of a constraint; nil when it comes to nothing.
    package func isTrue(_ focus: JSONValue, _ environment: FHIRPathEnvironment = .init()) throws -> Bool? {
        try isTrue(FHIRPathNode(focus), environment)
    }

    package func isTrue(_ focus: FHIRPathNode, _ environment: FHIRPathEnvironment = .init()) throws -> Bool? {
        try FHIRPathRun(focus, environment).truth(tree)
    }

    /// The elements that it leads to, in the order of the document and each once; values that it makes are none. Of what a JSON value is and
    /// where, `path` and `range` say more.
    package func nodes(_ focus: JSONValue, _ environment: FHIRPathEnvironment = .init()) throws -> [FHIRPathNode] {
        var steps = environment.steps
        return try nodes(focus, environment, &steps)
    }

    /// `steps`: what it may cost, and what is left of that for another one.
    func nodes(_ focus: JSONValue, _ environment: FHIRPathEnvironment, _ steps: inout Int) throws -> [FHIRPathNode] {
        var environment = environment
        environment.steps = steps
        let run = FHIRPathRun(FHIRPathNode(focus), environment)
        defer { steps = max(0, run.steps) }
        var seen: Set<Int> = []
        return try run.evaluate(tree).compactMap { value -> FHIRPathNode? in
            guard case .node(let node) = value, seen.insert(node.value.index).inserted else { return nil }
            return node
        }.sorted { $0.value.index < $1.value.index }
    }
}
