/// Several clinical scopes together, each no more often than needed: what one says of the same resources another says no more.
public struct ClinicalScopes: Equatable, Sendable {
    public private(set) var all: Set<ClinicalScope>

    public init(_ scopes: some Sequence<ClinicalScope>) {
        var merged: [ClinicalScope: ClinicalScope.Interactions] = [:]
        for scope in scopes {
            var place = scope
            place.interactions = []
            merged[place, default: []].formUnion(scope.interactions)
        }
        let together = merged.map { place, interactions in ClinicalScope(place.context, place.type, interactions, category: place.category) }
        all = Set(together.filter { one in !together.contains { $0 != one && $0.meet(one) == one } })
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
