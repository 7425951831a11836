import Foundation

extension FHIRPathRun {
    func count(_ function: FHIRPathFunction, _ arguments: [FHIRPathTree], _ values: [FHIRPathValue], _ scope: Scope) throws -> [FHIRPathValue] {
        guard let value = try single(values, function.rawValue) else { return [] }
        if case .quantity(let amount, let unit) = value, function == .abs { return [.quantity(amount < FHIRDecimal(0) ? amount.negated : amount, unit: unit)] }
        guard let number = value.number else { throw FHIRPathError.wrongType(function.rawValue) }
        let isWhole = if case .integer = value { true } else { false }
        switch function {
        case .abs:
            let amount = number < FHIRDecimal(0) ? number.negated : number
            return isWhole ? amount.whole.map { [.integer($0)] } ?? [] : [.decimal(amount)]
        case .ceiling: return Int(exactly: number.ceiling).map { [.integer($0)] } ?? []
        case .floor: return Int(exactly: number.floor).map { [.integer($0)] } ?? []
        case .truncate: return Int(exactly: number.digits < 0 ? number.ceiling : number.floor).map { [.integer($0)] } ?? []
        case .round:
            let places = try arguments.first.map { try integer(evaluate($0, scope), "round()") ?? 0 } ?? 0
            guard places >= 0 else { throw FHIRPathError.wrongType("round()") }
            return [.decimal(number.rounded(places))]
        case .exp: return Self.value(Foundation.exp(number.double))
        case .ln: return Self.value(Foundation.log(number.double))
        case .sqrt: return Self.value(number.double.squareRoot())
        default: return try power(function, number, isWhole, evaluate(arguments[0], scope))
        }
    }

    private func power(_ function: FHIRPathFunction, _ number: FHIRDecimal, _ isWhole: Bool, _ argument: [FHIRPathValue]) throws -> [FHIRPathValue] {
        guard let other = try single(argument, function.rawValue) else { return [] }
        guard let other = other.number else { throw FHIRPathError.wrongType(function.rawValue) }
        if function == .log { return Self.value(Foundation.log(number.double) / Foundation.log(other.double)) }
        let power = Foundation.pow(number.double, other.double)
        if isWhole, let exponent = other.whole, exponent >= 0, let whole = Int(exactly: power), whole.magnitude < 1 << 53 { return [.integer(whole)] }
        return Self.value(power)
    }

    /// Nothing for what is no number: the root of -1.
    private static func value(_ number: Double) -> [FHIRPathValue] {
        guard number.isFinite, number.magnitude < 1e30 else { return [] }
        return FHIRDecimal(number.magnitude < 1e-16 ? "0" : "\(number)").map { [.decimal($0)] } ?? []
    }
}
