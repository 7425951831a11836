/// What one parameter of a search asks of a resource of some type.
package indirect enum SearchCondition: Sendable, Equatable {
    /// Any of its values matches any of these; or, negated, none does.
    case value(parameter: Int, any: [SearchOperand], negated: Bool)
    /// The same of many codes or ids.
    case keyed(parameter: Int, any: KeyedOperands, negated: Bool)
    case missing(parameter: Int, Bool)
    /// FHIR's id.
    case id(Set<String>)
    /// Another one than these.
    case otherID(than: Set<String>)
    /// Any of these dates.
    case updated([SearchOperand])
    /// A reference leads to a resource, of one of these types, of which the other condition holds.
    case chain(parameter: Int, [Link])
    /// A resource of that type, of which the other condition holds, refers to this one by its parameter.
    case has(type: String, parameter: Int, SearchCondition)
    /// One of these parameters refers to one of these resources, `Type/id`: what a chain has become when that was looked up, and what a compartment is.
    case refers(parameters: [Int], to: Set<String>)
    /// One of these parameters names one of these definitions, `url` or `url|version`.
    case names(parameters: [Int], Set<String>)
    /// It is one of these definitions, by the numbers of its `url` and `version`.
    case isNamed(CanonicalNames, Set<String>)
    /// The resource itself is opened and asked.
    case body(BodyCondition)
    case either([SearchCondition])

    package struct Link: Sendable, Equatable {
        package var type: String
        package var condition: SearchCondition

        package init(type: String, condition: SearchCondition) {
            self.type = type
            self.condition = condition
        }
    }

    /// Nothing has to be looked up first, or opened.
    package var isSettled: Bool {
        switch self {
        case .chain, .has, .body: false
        case .either(let conditions): conditions.allSatisfy(\.isSettled)
        default: true
        }
    }

    /// What the resource itself is asked, if it is that.
    package var ofBody: BodyCondition? {
        guard case .body(let condition) = self else { return nil }
        return condition
    }

    /// What an index has to say of it; nil where that is nothing.
    package var ofIndex: SearchCondition? {
        guard case .body(let condition) = self else { return self }
        return condition.ofIndex
    }

    /// A chain that was not looked up holds of nothing, nor does what a resource has to be opened for.
    package func holds(of resource: some SearchedResource) -> Bool {
        var effort = 0
        return holds(of: resource, &effort)
    }

    /// - Parameter effort: grows by what was compared.
    package func holds(of resource: some SearchedResource, _ effort: inout Int) -> Bool {
        switch self {
        case .value(let parameter, let operands, let isNegated):
            if operands.count == 1, let isFound = resource.index.contains(parameter, operands[0], &effort) { return isFound != isNegated }
            return resource.index.contains(parameter) { value in
                effort += operands.count * value.width
                return SearchOperand.any(of: operands, matches: value)
            } != isNegated
        case .keyed(let parameter, let operands, let isNegated):
            return resource.index.contains(parameter) { operands.matches($0, &effort) } != isNegated
        case .missing(let parameter, let isMissing): return resource.index.has(parameter) != isMissing
        case .id(let ids): return ids.contains(resource.fhirID)
        case .otherID(let ids): return !ids.contains(resource.fhirID)
        case .updated(let dates):
            let value = SearchValue.date(from: resource.updatedAt, until: resource.updatedAt + 1)
            effort += dates.count
            return dates.contains { $0.matches(value) }
        case .chain, .has, .body: return false
        case .refers(let parameters, let targets):
            return Self.anyReference(resource, parameters, &effort) { reference in
                guard let type = reference.type, let id = reference.id else { return false }
                return targets.contains("\(type)/\(id)")
            }
        case .names(let parameters, let names):
            return Self.anyReference(resource, parameters, &effort) { $0.url.map { names.contains(CanonicalNames.name($0)) } ?? false }
        case .isNamed(let canonical, let names):
            effort += 1
            return canonical.names(of: resource.index).contains(where: names.contains)
        case .either(let conditions): return conditions.contains { $0.holds(of: resource, &effort) }
        }
    }

    private static func anyReference(
        _ resource: some SearchedResource, _ parameters: [Int], _ effort: inout Int, _ isWanted: (SearchValue.ReferenceValue) -> Bool
    ) -> Bool {
        parameters.contains { parameter in
            resource.index.contains(parameter) { value in
                effort += 1
                guard case .reference(let reference) = value else { return false }
                return isWanted(reference)
            }
        }
    }

    /// Masks of which a matching index has one at least; empty when nothing can be said.
    package var signatures: [UInt64] {
        switch self {
        case .value(_, let operands, false): return Self.signatures(operands)
        case .keyed(_, let operands, false): return Self.signatures(operands.all)
        case .refers(_, let targets) where targets.count <= 16:
            return targets.map { target in SearchIndex.bits(String(target.drop { $0 != "/" }.dropFirst())) }
        default: return []
        }
    }

    private static func signatures(_ operands: [SearchOperand]) -> [UInt64] {
        let masks = operands.map(\.bits)
        return masks.contains(0) ? [] : masks
    }
}

extension SearchValue {
    /// So many values are looked at, when it is.
    fileprivate var width: Int {
        guard case .composite(let components) = self else { return 1 }
        return components.reduce(1) { $0 + $1.count }
    }
}

/// What a search looks at of a stored resource.
package protocol SearchedResource {
    var fhirID: String { get }
    /// Milliseconds since 1970.
    var updatedAt: Int64 { get }
    var index: SearchIndex { get }
}
