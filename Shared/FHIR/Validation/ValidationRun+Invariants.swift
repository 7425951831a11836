import CareModels
import JSON

extension ValidationRun {
    /// Of an object's type.
    mutating func constraints(of type: Int, _ node: Int, _ found: ElementSet) throws(CancellationError) {
        if structures.types[type].name == "Extension" { extensionRule(type, found) }
        for rule in invariants.rules[type] {
            switch rule.guarding.verdict(found) {
            case .yes: continue
            case .no: broken(rule.number)
            case .unknown: try ask(rule.number, node, type)
            }
        }
    }

    /// Of an element, beside those of its type.
    mutating func constraints(on node: Int, _ type: Int, _ place: Int, _ valueType: Int) throws(CancellationError) {
        for number in structures.types[type].elements[place].constraints { try ask(number, node, valueType) }
    }

    /// Either a value or extensions (ext-1).
    private mutating func extensionRule(_ type: Int, _ found: ElementSet) {
        let elements = structures.types[type].elements
        guard let value = elements.firstIndex(where: { $0.name == "value" }), let within = elements.firstIndex(where: { $0.name == "extension" }) else { return }
        if found.contains(value) == found.contains(within) {
            tell(.invariant, "ext-1", "An extension has either a value or extensions of its own.")
        }
    }

    private mutating func ask(_ number: Int, _ node: Int, _ type: Int) throws(CancellationError) {
        guard let path = invariants.paths[number] else { return }
        guard pathSteps > 0 else { return unasked() }
        guard let resource = resources.last, let root = resources.last(where: { !$0.isContained }) else { return }
        let environment = FHIRPathEnvironment(
            release: structures.release, resource: JSONValue(document: document, index: resource.node),
            rootResource: JSONValue(document: document, index: root.node), steps: pathSteps)
        let focus = FHIRPathNode(JSONValue(document: document, index: node), type: structures.types[type].name)
        let evaluation = FHIRPathRun(focus, environment)
        do {
            let verdict = try evaluation.truth(path.tree)
            pathSteps = Swift.max(0, evaluation.steps)
            // What comes to nothing says nothing.
            if verdict == false { broken(number) }
        } catch let error as CancellationError {
            throw error
        } catch FHIRPathError.tooManySteps {
            pathSteps = 0
        } catch FHIRPathError.tooManyValues {
            pathSteps = Swift.max(0, evaluation.steps)
            unasked()
        } catch {
            // It met what it was not made for, such as a value of another type: that is told by itself.
            pathSteps = Swift.max(0, evaluation.steps)
        }
    }

    private mutating func broken(_ number: Int) {
        let constraint = structures.constraints[number]
        tell(
            .invariant, constraint.key, "The rule \(constraint.key) is not kept: \(constraint.human)",
            severity: invariants.isLenient(constraint) || !constraint.isError ? .warning : .error)
    }

    private mutating func unasked() {
        guard !hasToldCost else { return }
        hasToldCost = true
        tell(
            .tooCostly, "steps", "The resource is so large that not every constraint was asked.", at: resources.first?.type, severity: .information)
    }
}
