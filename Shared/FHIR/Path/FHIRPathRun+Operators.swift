import JSON

extension FHIRPathRun {
    func apply(_ sign: FHIRPathOperator, _ left: [FHIRPathValue], _ tree: FHIRPathTree, _ scope: Scope) throws -> [FHIRPathValue] {
        try spend()
        switch sign {
        case .and, .or, .xor, .implies: return try logic(sign, truth(left), tree, scope).map { [.boolean($0)] } ?? []
        default: break
        }
        let right = try evaluate(tree, scope)
        switch sign {
        case .equals: return try areEqual(left, right).map { [.boolean($0)] } ?? []
        case .differs: return try areEqual(left, right).map { [.boolean(!$0)] } ?? []
        case .resembles: return try [.boolean(areAlike(left, right))]
        case .isUnlike: return try [.boolean(!areAlike(left, right))]
        case .union: return try union(left, right)
        case .in: return try isMember(left, of: right)
        case .contains: return try isMember(right, of: left)
        case .joined:
            let joined = try (text(left) ?? "") + (text(right) ?? "")
            try spend(text: joined)
            return try made(joined)
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            guard let one = try single(left, sign.rawValue), let other = try single(right, sign.rawValue) else { return [] }
            return try order(one, other).map { order in
                switch sign {
                case .less: [.boolean(order < 0)]
                case .lessOrEqual: [.boolean(order <= 0)]
                case .greater: [.boolean(order > 0)]
                default: [.boolean(order >= 0)]
                }
            } ?? []
        default:
            guard let one = try single(left, sign.rawValue), let other = try single(right, sign.rawValue) else { return [] }
            return try count(sign, one, other).map { [$0] } ?? []
        }
    }

    /// Of three values: nil is not known. What the left side decides leaves the right one unasked.
    private func logic(_ sign: FHIRPathOperator, _ left: Bool?, _ tree: FHIRPathTree, _ scope: Scope) throws -> Bool? {
        switch (sign, left) {
        case (.and, false): return false
        case (.or, true): return true
        case (.implies, false): return true
        default: break
        }
        let right = try truth(evaluate(tree, scope))
        switch sign {
        case .and: return right == false ? false : left == true && right == true ? true : nil
        case .or: return right == true ? true : left == false && right == false ? false : nil
        case .xor:
            guard let left, let right else { return nil }
            return left != right
        default: return right == true ? true : left == true ? right : nil
        }
    }

    private func isMember(_ wanted: [FHIRPathValue], of values: [FHIRPathValue]) throws -> [FHIRPathValue] {
        guard wanted.count <= 1 else { throw FHIRPathError.notSingle("in") }
        guard let wanted = wanted.first else { return [] }
        let key = try key(wanted)
        for value in values where try self.key(value) == key { return [.boolean(true)] }
        return [.boolean(false)]
    }

    private func text(_ values: [FHIRPathValue]) throws -> String? { try single(values, "&").flatMap { written($0) } }

    // MARK: Order

    /// Nil when it cannot be said.
    func order(_ one: FHIRPathValue, _ other: FHIRPathValue) throws -> Int? {
        func sign<T: Comparable>(_ one: T, _ other: T) -> Int { one < other ? -1 : one == other ? 0 : 1 }
        switch (one, other) {
        case (.string(let one), .string(let other)):
            try spend(text: one)
            return sign(one, other)
        case (.quantity(let one, let unit), .quantity(let other, let otherUnit)):
            return FHIRPathUnit.aligned((one, unit), (other, otherUnit)).map { sign($0.0, $0.1) }
        case (.time(let one), .time(let other)): return one.order(other)
        default: break
        }
        if let one = one.number, let other = other.number { return sign(one, other) }
        if let (one, other) = Self.moments(one, other) { return one.order(other) }
        if case .node(let node) = one, !node.hasValue { return nil }
        if case .node(let node) = other, !node.hasValue { return nil }
        throw FHIRPathError.wrongType("a comparison")
    }

    /// Two dates or dateTimes, one of which may be written as a string.
    static func moments(_ one: FHIRPathValue, _ other: FHIRPathValue) -> (FHIRPathTime, FHIRPathTime)? {
        func moment(_ value: FHIRPathValue) -> FHIRPathTime? {
            switch value {
            case .date(let time), .dateTime(let time): time
            case .string(let text): FHIRPathTime.dateTime(text)
            default: nil
            }
        }
        if case .string = one, case .string = other { return nil }
        guard let one = moment(one), let other = moment(other) else { return nil }
        return (one, other)
    }

    // MARK: Counting

    func negated(_ value: FHIRPathValue) throws -> FHIRPathValue {
        switch value {
        case .integer(let integer): return .integer(0 &- integer)
        case .decimal(let decimal): return .decimal(decimal.negated)
        case .quantity(let decimal, let unit): return .quantity(decimal.negated, unit: unit)
        default: throw FHIRPathError.wrongType("-")
        }
    }

    /// Nil beyond what numbers hold, and for a division by zero.
    private func count(_ sign: FHIRPathOperator, _ one: FHIRPathValue, _ other: FHIRPathValue) throws -> FHIRPathValue? {
        switch (sign, one, other) {
        case (.plus, .string(let one), .string(let other)):
            let sum = one + other
            try spend(text: sum)
            return try made(sum).first
        case (_, .integer(let one), .integer(let other)): return whole(sign, one, other)
        case (.plus, .date(let time), .quantity(let amount, let unit)): return try later(time, amount, unit, isTime: false).map { .date($0) }
        case (.minus, .date(let time), .quantity(let amount, let unit)): return try later(time, amount.negated, unit, isTime: false).map { .date($0) }
        case (.plus, .dateTime(let time), .quantity(let amount, let unit)): return try later(time, amount, unit, isTime: false).map { .dateTime($0) }
        case (.minus, .dateTime(let time), .quantity(let amount, let unit)):
            return try later(time, amount.negated, unit, isTime: false).map { .dateTime($0) }
        case (.plus, .time(let time), .quantity(let amount, let unit)): return try later(time, amount, unit, isTime: true).map { .time($0) }
        case (.minus, .time(let time), .quantity(let amount, let unit)): return try later(time, amount.negated, unit, isTime: true).map { .time($0) }
        case (_, .quantity(let one, let unit), .quantity(let other, let otherUnit)): return try quantities(sign, (one, unit), (other, otherUnit))
        default: break
        }
        if let left = one.number, let right = other.number { return decimal(sign, left, right) }
        if case .quantity(let amount, let unit) = one, let factor = other.number {
            if sign == .times { return amount.times(factor).map { .quantity($0, unit: unit) } }
            if sign == .over { return amount.over(factor).map { .quantity($0, unit: unit) } }
        }
        if case .quantity(let amount, let unit) = other, let factor = one.number, sign == .times { return amount.times(factor).map { .quantity($0, unit: unit) } }
        throw FHIRPathError.wrongType(sign.rawValue)
    }

    private func later(_ time: FHIRPathTime, _ amount: FHIRDecimal, _ unit: String, isTime: Bool) throws -> FHIRPathTime? {
        guard let unit = FHIRPathUnit.duration(unit) else { throw FHIRPathError.wrongType("a date's duration") }
        return time.adding(amount, unit, isTime: isTime)
    }

    private func quantities(_ sign: FHIRPathOperator, _ one: (FHIRDecimal, String), _ other: (FHIRDecimal, String)) throws -> FHIRPathValue? {
        switch sign {
        case .plus, .minus:
            guard one.1 == other.1 else { return nil }
            return (sign == .plus ? one.0.plus(other.0) : one.0.minus(other.0)).map { .quantity($0, unit: one.1) }
        case .over:
            return FHIRPathUnit.aligned(one, other).flatMap { $0.0.over($0.1) }.map { .quantity($0, unit: "1") }
        case .times where other.1 == "1": return one.0.times(other.0).map { .quantity($0, unit: one.1) }
        case .times where one.1 == "1": return one.0.times(other.0).map { .quantity($0, unit: other.1) }
        default: throw FHIRPathError.wrongType(sign.rawValue)
        }
    }

    private func whole(_ sign: FHIRPathOperator, _ one: Int, _ other: Int) -> FHIRPathValue? {
        let (result, isOver): (Int, Bool)
        switch sign {
        case .plus: (result, isOver) = one.addingReportingOverflow(other)
        case .minus: (result, isOver) = one.subtractingReportingOverflow(other)
        case .times: (result, isOver) = one.multipliedReportingOverflow(by: other)
        case .div: (result, isOver) = one.dividedReportingOverflow(by: other)
        case .mod: (result, isOver) = one.remainderReportingOverflow(dividingBy: other)
        default: return decimal(sign, FHIRDecimal(one), FHIRDecimal(other))
        }
        return isOver ? nil : .integer(result)
    }

    private func decimal(_ sign: FHIRPathOperator, _ one: FHIRDecimal, _ other: FHIRDecimal) -> FHIRPathValue? {
        switch sign {
        case .plus: one.plus(other).map { .decimal($0) }
        case .minus: one.minus(other).map { .decimal($0) }
        case .times: one.times(other).map { .decimal($0) }
        case .over: one.over(other).map { .decimal($0) }
        case .div: one.quotient(other).map { .integer($0) }
        case .mod: one.remainder(other).map { .decimal($0) }
        default: nil
        }
    }
}

extension FHIRPathValue {
    var number: FHIRDecimal? {
        switch self {
        case .integer(let integer): FHIRDecimal(integer)
        case .decimal(let decimal): decimal
        default: nil
        }
    }
}
