/// Several clinical scopes together, each no more often than needed: what one says of the same resources another says no more.
public struct ClinicalScopes: Equatable, Sendable {
    public private(set) var all: Set<ClinicalScope>

    public init(_ scopes: some Sequence<ClinicalScope>) {
        var merged: [ClinicalScope: ClinicalScope.Interactions] = [:]
        for scope in scopes { merged[scope.place, default: []].formUnion(scope.interactions) }
        // Each asks for the few that may say the same, and is not compared with all: there may be thousands of them.
        var left: Set<ClinicalScope> = []
        for (place, interactions) in merged where !place.wider.contains(where: { merged[$0]?.isSuperset(of: interactions) == true }) {
            left.insert(ClinicalScope(place.context, place.type, interactions, category: place.category))
        }
        all = left
    }

    /// Out of scopes of every kind; what cannot be read is none.
    public init(_ texts: Set<String>) { self.init(texts.filter(ClinicalScope.isMeant).compactMap { try? ClinicalScope($0) }) }

    public var texts: Set<String> { Set(all.map(\.text)) }

    /// What is left of them within what others allow.
    public func narrowed(to allowed: ClinicalScopes) -> ClinicalScopes {
        ClinicalScopes(all.flatMap { one in allowed.all.compactMap { one.meet($0) } })
    }

    /// Whether they give all that the others give.
    public func cover(_ others: ClinicalScopes) -> Bool {
        others.all.allSatisfy { other in
            ClinicalScope.Interactions.letters.map(\.interaction).filter(other.interactions.contains).allSatisfy { interaction in
                let part = ClinicalScope(other.context, other.type, interaction, category: other.category)
                return all.contains { $0.meet(part) == part }
            }
        }
    }
}
