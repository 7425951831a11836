import JSON

extension FHIRPathRun {
    func call(_ function: FHIRPathFunction, _ arguments: [FHIRPathTree], _ values: [FHIRPathValue], _ scope: Scope) throws -> [FHIRPathValue] {
        // Some of them make a list anew of a part of this one.
        try spend(1 + values.count / 32)
        switch function {
        case .empty: return [.boolean(values.isEmpty)]
        case .exists:
            guard let criterion = arguments.first else { return [.boolean(!values.isEmpty)] }
            return try [.boolean(values.enumerated().contains { try holds(criterion, $0.element, $0.offset, scope) })]
        case .all: return try [.boolean(values.enumerated().allSatisfy { try holds(arguments[0], $0.element, $0.offset, scope) })]
        case .allTrue: return try [.boolean(values.allSatisfy { try truth([$0]) == true })]
        case .anyTrue: return try [.boolean(values.contains { try truth([$0]) == true })]
        case .allFalse: return try [.boolean(values.allSatisfy { try truth([$0]) == false })]
        case .anyFalse: return try [.boolean(values.contains { try truth([$0]) == false })]
        case .not: return try truth(values).map { [.boolean(!$0)] } ?? []
        case .count: return [.integer(values.count)]
        case .distinct: return try distinct(values)
        case .isDistinct: return try [.boolean(distinct(values).count == values.count)]
        case .where: return try values.enumerated().filter { try holds(arguments[0], $0.element, $0.offset, scope) }.map(\.element)
        case .select: return try selected(arguments[0], values, scope)
        case .repeat: return try repeated(arguments[0], values, scope)
        case .aggregate: return try aggregate(arguments, values, scope)
        case .iif: return try chosen(arguments, values, scope)
        case .trace: return values
        case .single:
            guard values.count <= 1 else { throw FHIRPathError.notSingle("single()") }
            return values
        case .first: return Array(values.prefix(1))
        case .last: return Array(values.suffix(1))
        case .tail: return Array(values.dropFirst())
        case .skip, .take, .subsetOf, .supersetOf, .intersect, .exclude, .union, .combine: return try sets(function, arguments[0], values, scope)
        case .children, .descendants, .extension, .hasExtension, .hasValue, .getValue, .resolve, .memberOf, .htmlChecks, .conformsTo:
            return try elements(function, arguments, values, scope)
        case .now, .today, .timeOfDay: return clock(function)
        case .abs, .ceiling, .exp, .floor, .ln, .log, .power, .round, .sqrt, .truncate: return try count(function, arguments, values, scope)
        case .indexOf, .substring, .startsWith, .endsWith, .contains, .upper, .lower, .replace, .matches, .matchesFull, .replaceMatches, .length, .toChars,
            .split, .join, .trim:
            return try texts(function, arguments, values, scope)
        default: return try convert(function, values)
        }
    }

    private func holds(_ criterion: FHIRPathTree, _ value: FHIRPathValue, _ index: Int, _ scope: Scope) throws -> Bool {
        try truth(evaluate(criterion, Scope(focus: [value], index: index, total: scope.total))) == true
    }

    private func selected(_ tree: FHIRPathTree, _ values: [FHIRPathValue], _ scope: Scope) throws -> [FHIRPathValue] {
        var found: [FHIRPathValue] = []
        for (index, value) in values.enumerated() {
            let more = try holding(found) { try evaluate(tree, Scope(focus: [value], index: index, total: scope.total)) }
            // What it comes to may have been made before, and be the same each time: `$total`.
            try spend(more.count)
            try append(more, to: &found)
        }
        return found
    }

    private func append(_ more: [FHIRPathValue], to found: inout [FHIRPathValue]) throws {
        guard found.count + more.count <= Self.mostValues else { throw FHIRPathError.tooManyValues }
        found += more
    }

    private func repeated(_ tree: FHIRPathTree, _ values: [FHIRPathValue], _ scope: Scope) throws -> [FHIRPathValue] {
        var found: [FHIRPathValue] = []
        var seen = Seen()
        var waiting = values
        var next = 0
        while next < waiting.count {
            let value = waiting[next]
            next += 1
            let more = try holding(waiting) { try evaluate(tree, Scope(focus: [value], index: 0, total: scope.total)) }
            try spend(more.count)
            for value in more where try seen.insert(value, self) {
                guard found.count < Self.mostValues else { throw FHIRPathError.tooManyValues }
                found.append(value)
                waiting.append(value)
            }
        }
        return found
    }

    private func aggregate(_ arguments: [FHIRPathTree], _ values: [FHIRPathValue], _ scope: Scope) throws -> [FHIRPathValue] {
        var total = try arguments.count > 1 ? evaluate(arguments[1], scope) : []
        for (index, value) in values.enumerated() {
            try spend(total.count)
            total = try holding(total) { try evaluate(arguments[0], Scope(focus: [value], index: index, total: total)) }
        }
        return total
    }

    /// Its arguments are asked of what it is called on.
    private func chosen(_ arguments: [FHIRPathTree], _ values: [FHIRPathValue], _ scope: Scope) throws -> [FHIRPathValue] {
        let inner = Scope(focus: values, index: scope.index, total: scope.total)
        if try truth(evaluate(arguments[0], inner)) == true { return try evaluate(arguments[1], inner) }
        return arguments.count > 2 ? try evaluate(arguments[2], inner) : []
    }

    private func sets(_ function: FHIRPathFunction, _ argument: FHIRPathTree, _ values: [FHIRPathValue], _ scope: Scope) throws -> [FHIRPathValue] {
        let others = try evaluate(argument, scope)
        try spend(values.count + others.count)
        switch function {
        case .skip: return try integer(others, "skip()").map { Array(values.dropFirst(max($0, 0))) } ?? []
        case .take: return try integer(others, "take()").map { Array(values.prefix(max($0, 0))) } ?? []
        case .subsetOf: return try [.boolean(keys(values).isSubset(of: keys(others)))]
        case .supersetOf: return try [.boolean(keys(values).isSuperset(of: keys(others)))]
        case .union: return try union(values, others)
        case .combine:
            guard values.count + others.count <= Self.mostValues else { throw FHIRPathError.tooManyValues }
            return values + others
        case .exclude:
            let keys = try keys(others)
            return try values.filter { !keys.contains(try key($0)) }
        default:
            let keys = try keys(others)
            return try distinct(values.filter { keys.contains(try key($0)) })
        }
    }

    private func clock(_ function: FHIRPathFunction) -> [FHIRPathValue] {
        guard let now = environment.now.flatMap(FHIRPathTime.now) else { return [] }
        switch function {
        case .today: return FHIRPathTime.date(String(now.text.prefix(10))).map { [.date($0)] } ?? []
        case .timeOfDay: return FHIRPathTime.time(String(now.text.dropFirst(11).prefix { $0 != "Z" })).map { [.time($0)] } ?? []
        default: return [.dateTime(now)]
        }
    }
}
