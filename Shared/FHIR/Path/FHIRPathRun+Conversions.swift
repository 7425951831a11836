extension FHIRPathRun {
    func convert(_ function: FHIRPathFunction, _ values: [FHIRPathValue]) throws -> [FHIRPathValue] {
        guard let value = try single(values, function.rawValue) else { return [] }
        if case .string(let text) = value { try spend(text: text) }
        switch function {
        case .toBoolean: return list(Self.boolean(value))
        case .toInteger: return list(Self.whole(value))
        case .toDecimal: return list(Self.decimal(value))
        case .toString: return written(value).map { [.string($0)] } ?? []
        case .toDate: return list(Self.date(value))
        case .toDateTime: return list(Self.dateTime(value))
        case .toTime: return list(Self.time(value))
        case .toQuantity: return list(Self.quantity(value))
        case .convertsToBoolean: return [.boolean(Self.boolean(value) != nil)]
        case .convertsToInteger: return [.boolean(Self.whole(value) != nil)]
        case .convertsToDecimal: return [.boolean(Self.decimal(value) != nil)]
        case .convertsToString: return [.boolean(written(value) != nil)]
        case .convertsToDate: return [.boolean(Self.date(value) != nil)]
        case .convertsToDateTime: return [.boolean(Self.dateTime(value) != nil)]
        case .convertsToTime: return [.boolean(Self.time(value) != nil)]
        case .convertsToQuantity: return [.boolean(Self.quantity(value) != nil)]
        default: throw FHIRPathError.unknownFunction(function.rawValue)
        }
    }

    private func list(_ value: FHIRPathValue?) -> [FHIRPathValue] { value.map { [$0] } ?? [] }

    /// As a string; nil of what is no single value.
    func written(_ value: FHIRPathValue) -> String? {
        switch value {
        case .node, .resource: nil
        case .boolean(let truth): truth ? "true" : "false"
        case .integer(let integer): String(integer)
        case .decimal(let decimal): decimal.text
        case .string(let text): text
        case .date(let time), .dateTime(let time), .time(let time): time.text
        case .quantity(let amount, let unit): FHIRPathUnit.word(unit) != nil ? "\(amount.text) \(unit)" : "\(amount.text) '\(unit)'"
        }
    }

    private static func boolean(_ value: FHIRPathValue) -> FHIRPathValue? {
        switch value {
        case .boolean: return value
        case .integer(0): return .boolean(false)
        case .integer(1): return .boolean(true)
        case .decimal(let decimal): return decimal == FHIRDecimal(1) ? .boolean(true) : decimal == FHIRDecimal(0) ? .boolean(false) : nil
        case .string(let text):
            let word = text.lowercased()
            if ["true", "t", "yes", "y", "1", "1.0"].contains(word) { return .boolean(true) }
            return ["false", "f", "no", "n", "0", "0.0"].contains(word) ? .boolean(false) : nil
        default: return nil
        }
    }

    private static func whole(_ value: FHIRPathValue) -> FHIRPathValue? {
        switch value {
        case .integer: value
        case .boolean(let truth): .integer(truth ? 1 : 0)
        case .string(let text): text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D } ? Int(text).map { .integer($0) } : nil
        default: nil
        }
    }

    private static func decimal(_ value: FHIRPathValue) -> FHIRPathValue? {
        switch value {
        case .decimal: value
        case .integer(let integer): .decimal(FHIRDecimal(integer))
        case .boolean(let truth): .decimal(FHIRDecimal(truth ? 1 : 0))
        case .string(let text): text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") } ? nil : FHIRDecimal(text).map { .decimal($0) }
        default: nil
        }
    }

    private static func date(_ value: FHIRPathValue) -> FHIRPathValue? {
        switch value {
        case .date: value
        case .dateTime(let time): FHIRPathTime.date(String(time.text.prefix(10))).map { .date($0) }
        case .string(let text): FHIRPathTime.dateTime(text).flatMap { FHIRPathTime.date(String($0.text.prefix(10))) }.map { .date($0) }
        default: nil
        }
    }

    private static func dateTime(_ value: FHIRPathValue) -> FHIRPathValue? {
        switch value {
        case .dateTime: value
        case .date(let time): .dateTime(time)
        case .string(let text): FHIRPathTime.dateTime(text).map { .dateTime($0) }
        default: nil
        }
    }

    private static func time(_ value: FHIRPathValue) -> FHIRPathValue? {
        switch value {
        case .time: value
        case .string(let text): FHIRPathTime.time(text.hasPrefix("T") ? String(text.dropFirst()) : text).map { .time($0) }
        default: nil
        }
    }

    private static func quantity(_ value: FHIRPathValue) -> FHIRPathValue? {
        switch value {
        case .quantity: return value
        case .integer(let integer): return .quantity(FHIRDecimal(integer), unit: "1")
        case .decimal(let decimal): return .quantity(decimal, unit: "1")
        case .boolean(let truth): return .quantity(FHIRDecimal(truth ? 1 : 0), unit: "1")
        case .string(let text):
            let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            guard let first = parts.first, let amount = FHIRDecimal(String(first)) else { return nil }
            guard parts.count > 1 else { return .quantity(amount, unit: "1") }
            let unit = parts[1]
            if unit.count > 2, unit.first == "'", unit.last == "'" { return .quantity(amount, unit: String(unit.dropFirst().dropLast())) }
            return FHIRPathUnit.word(String(unit)).map { .quantity(amount, unit: $0) }
        default: return nil
        }
    }
}
