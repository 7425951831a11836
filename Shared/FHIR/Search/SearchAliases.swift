/// Ids of one type that stand for one resource, in one person's record: what is asked of one of them is asked of the others too.
package struct SearchAliases: Sendable, Equatable {
    /// That nobody is called otherwise.
    package static let none = SearchAliases(type: "", id: "", others: [])

    let type: String
    /// What stands for each of the others, and they for it; none of them stands for another.
    let id: String
    let others: Set<String>

    package init(type: String, id: String, others: Set<String>) {
        (self.type, self.id, self.others) = (type, id, others.subtracting([id]))
    }

    func beside(_ id: String) -> [String] {
        if others.isEmpty { return [] }
        if id == self.id { return others.sorted() }
        return others.contains(id) ? [self.id] : []
    }

    func beside(_ ids: Set<String>) -> Set<String> { others.isEmpty ? [] : Set(ids.flatMap(beside)) }
}

extension SearchCondition {
    /// Whether it may name a resource of this type: of one whose ids are told apart by nothing else, nobody need be looked for.
    ///
    /// - Parameter own: the type that it is asked of.
    package func mayName(_ type: String, asked own: String) -> Bool {
        switch self {
        case .value(_, let operands, _): operands.contains { $0.mayName(type) }
        case .keyed(_, let operands, _): operands.all.contains { $0.mayName(type) }
        case .id: own == type
        case .chain(_, let links): links.contains { $0.type == type || $0.condition.mayName(type, asked: $0.type) }
        case .has(let other, _, let inner): own == type || inner.mayName(type, asked: other)
        case .refers(_, let targets): targets.contains { $0.hasPrefix(type + "/") }
        case .either(let conditions): conditions.contains { $0.mayName(type, asked: own) }
        case .missing, .otherID, .updated, .names, .isNamed, .body: false
        }
    }

    /// The same by whatever else is called so.
    package func with(_ aliases: SearchAliases, asked own: String) -> SearchCondition {
        if aliases.others.isEmpty { return self }
        switch self {
        case .value(let parameter, let operands, let isNegated): return .with(parameter, operands, aliases, isNegated) ?? self
        case .keyed(let parameter, let operands, let isNegated): return .with(parameter, operands.all, aliases, isNegated) ?? self
        case .id(let ids): return own == aliases.type ? .id(ids.union(aliases.beside(ids))) : self
        case .chain(let parameter, let links):
            return .chain(parameter: parameter, links.map { Link(type: $0.type, condition: $0.condition.with(aliases, asked: $0.type)) })
        case .has(let other, let parameter, let inner): return .has(type: other, parameter: parameter, inner.with(aliases, asked: other))
        case .refers(let parameters, let targets):
            let prefix = aliases.type + "/"
            let ids = Set(targets.lazy.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
            return .refers(parameters: parameters, to: targets.union(aliases.beside(ids).map { prefix + $0 }))
        case .either(let conditions): return .either(conditions.map { $0.with(aliases, asked: own) })
        case .missing, .otherID, .updated, .names, .isNamed, .body: return self
        }
    }

    /// Nil when there is nothing to add.
    private static func with(_ parameter: Int, _ operands: [SearchOperand], _ aliases: SearchAliases, _ isNegated: Bool) -> SearchCondition? {
        let more = operands.flatMap { operand -> [SearchOperand] in
            guard case .reference(_, let id) = operand, operand.mayName(aliases.type) else { return [] }
            return aliases.beside(id).map { .reference(types: [aliases.type], id: $0) }
        }
        if more.isEmpty { return nil }
        if let many = KeyedOperands(operands + more) { return .keyed(parameter: parameter, any: many, negated: isNegated) }
        return .value(parameter: parameter, any: operands + more, negated: isNegated)
    }
}

extension SearchOperand {
    fileprivate func mayName(_ type: String) -> Bool {
        guard case .reference(let types, _) = self else { return false }
        return types.isEmpty || types.contains(type)
    }
}
