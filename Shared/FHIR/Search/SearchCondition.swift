/// What one parameter of a search asks of a resource of some type.
package indirect enum SearchCondition: Sendable, Equatable {
    /// Any of its values matches any of these; or, negated, none does.
    case value(parameter: Int, any: [SearchOperand], negated: Bool)
    case missing(parameter: Int, Bool)
    /// FHIR's id.
    case id(Set<String>)
    /// Any of these dates.
    case updated([SearchOperand])
    /// A reference leads to a resource, of one of these types, of which the other condition holds.
    case chain(parameter: Int, [Link])
    /// A resource of that type, of which the other condition holds, refers to this one by its parameter.
    case has(type: String, parameter: Int, SearchCondition)
    /// One of these parameters refers to one of these resources, `Type/id`: what a chain has become when that was looked up, and what a compartment is.
    case refers(parameters: [Int], to: Set<String>)
    case either([SearchCondition])

    package struct Link: Sendable, Equatable {
        package var type: String
        package var condition: SearchCondition

        package init(type: String, condition: SearchCondition) {
            self.type = type
            self.condition = condition
        }
    }

    /// Nothing has to be looked up first.
    package var isSettled: Bool {
        switch self {
        case .chain, .has: false
        case .either(let conditions): conditions.allSatisfy(\.isSettled)
        default: true
        }
    }

    /// A chain that was not looked up holds of nothing.
    package func holds(of resource: some SearchedResource) -> Bool {
        switch self {
        case .value(let parameter, let operands, let isNegated):
            return resource.index.contains(parameter) { SearchOperand.any(of: operands, matches: $0) } != isNegated
        case .missing(let parameter, let isMissing): return resource.index.has(parameter) != isMissing
        case .id(let ids): return ids.contains(resource.fhirID)
        case .updated(let dates):
            let value = SearchValue.date(from: resource.updatedAt, until: resource.updatedAt + 1)
            return dates.contains { $0.matches(value) }
        case .chain, .has: return false
        case .refers(let parameters, let targets):
            return parameters.contains { parameter in
                resource.index.contains(parameter) { value in
                    guard case .reference(let reference) = value, let type = reference.type, let id = reference.id else { return false }
                    return targets.contains("\(type)/\(id)")
                }
            }
        case .either(let conditions): return conditions.contains { $0.holds(of: resource) }
        }
    }

    /// Masks of which a matching index has one at least; empty when nothing can be said.
    package var signatures: [UInt64] {
        switch self {
        case .value(_, let operands, false):
            let masks = operands.map(\.bits)
            return masks.contains(0) ? [] : masks
        case .refers(_, let targets) where targets.count <= 16:
            return targets.map { target in SearchIndex.bits(String(target.drop { $0 != "/" }.dropFirst())) }
        default: return []
        }
    }
}

/// What a search looks at of a stored resource.
package protocol SearchedResource {
    var fhirID: String { get }
    /// Milliseconds since 1970.
    var updatedAt: Int64 { get }
    var index: SearchIndex { get }
}
