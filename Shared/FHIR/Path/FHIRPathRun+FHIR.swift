import JSON

/// What FHIR adds to FHIRPath (http://hl7.org/fhir/R4/fhirpath.html).
extension FHIRPathRun {
    func elements(_ function: FHIRPathFunction, _ arguments: [FHIRPathTree], _ values: [FHIRPathValue], _ scope: Scope) throws -> [FHIRPathValue] {
        switch function {
        case .children:
            var found: [FHIRPathValue] = []
            for case .node(let node) in values { try children(of: node, into: &found) }
            return found
        case .descendants: return try descendants(of: values)
        case .hasValue:
            guard values.count == 1, case .node(let node) = values[0] else { return [.boolean(values.count == 1)] }
            return [.boolean(node.hasValue && !node.value.isObject)]
        case .getValue:
            guard values.count == 1 else { return [] }
            let value = plain(values[0])
            if case .node = value { return [] }
            return [value]
        case .resolve: return try values.flatMap(resolved)
        case .htmlChecks:
            return try values.map { value in
                guard let text = try string([value], "htmlChecks()") else { return .boolean(false) }
                try spend(text: text)
                return .boolean(Narrative.isSafe(text))
            }
        default: return try named(function, arguments[0], values, scope)
        }
    }

    private func named(_ function: FHIRPathFunction, _ argument: FHIRPathTree, _ values: [FHIRPathValue], _ scope: Scope) throws -> [FHIRPathValue] {
        guard let url = try string(evaluate(argument, scope), function.rawValue) else { return [] }
        switch function {
        case .extension: return try extensions(url, of: values)
        case .hasExtension: return try [.boolean(!extensions(url, of: values).isEmpty)]
        case .memberOf: return try single(values, "memberOf()").flatMap { try isMember($0, of: url) }.map { [.boolean($0)] } ?? []
        default:
            // Of the base alone: no other profile is known here.
            let type = url.lastParts(1).last ?? ""
            guard url.hasPrefix("http://hl7.org/fhir/StructureDefinition/"), types.knows(type), values.count == 1 else { return [] }
            return try apply(FHIRPathTypeTest(isQuestion: true, space: "FHIR", name: type), values)
        }
    }

    private func extensions(_ url: String, of values: [FHIRPathValue]) throws -> [FHIRPathValue] {
        var found: [FHIRPathValue] = []
        for case .node(let node) in values { try members("extension", of: node, into: &found) }
        return try found.filter { value in
            guard case .node(let node) = value, let own = node.value["url"] else { return false }
            try spend(own.range.count / 16)
            return own.string == url
        }
    }

    // MARK: References

    private func resolved(_ value: FHIRPathValue) throws -> [FHIRPathValue] {
        try spend()
        let reference: String?
        var named: String?
        if case .node(let node) = value, node.value.isObject {
            let (address, type) = (node.value["reference"], node.value["type"])
            try spend(((address?.range.count ?? 0) + (type?.range.count ?? 0)) / 16)
            reference = address?.string
            named = type?.string
        } else if case .string(let text) = plain(value) {
            reference = text
        } else {
            return []
        }
        if let reference, let found = try target(reference) { return [.node(FHIRPathNode(found, type: type(of: found, declared: nil)))] }
        guard environment.resolvesToTypes, let type = reference.flatMap(Self.type) ?? named, types.isResource(type) else { return [] }
        return [.resource(type: type)]
    }

    private func target(_ reference: String) throws -> JSONValue? {
        guard reference.hasPrefix("#") else { return environment.resolve?(reference) }
        guard case .node(let root) = try rootResource() else { return nil }
        if reference == "#" { return root.value }
        guard let contained = root.value["contained"] else { return nil }
        for one in contained.children {
            let id = one["id"]
            try spend(1 + (id?.range.count ?? 0) / 16)
            if id?.string == String(reference.dropFirst()) { return one }
        }
        return nil
    }

    private func rootResource() throws -> FHIRPathValue? { try evaluate(.path(.variable("rootResource"), [])).first }

    /// `Patient` of `Patient/1` and `http://x/fhir/Patient/1/_history/2`.
    static func type(_ reference: String) -> String? { reference.typeAndID?.type }

    // MARK: Value sets

    private func isMember(_ value: FHIRPathValue, of valueSet: String) throws -> Bool? {
        guard let isMember = environment.isMember else { return nil }
        switch value {
        case .string(let code): return isMember(valueSet, nil, code)
        case .node(let node):
            let codings = node.value["coding"].map { Array($0.children) } ?? [node.value]
            var answers: [Bool?] = []
            for coding in codings {
                try spend()
                guard let code = coding["code"]?.string else { continue }
                answers.append(isMember(valueSet, coding["system"]?.string, code))
            }
            return answers.contains(true) ? true : answers.contains(where: { $0 == nil }) ? nil : false
        default: return nil
        }
    }
}
