/// Many codes, or many ids, of which a value has to have one: looked up by its own, however many they are.
package struct KeyedOperands: Sendable, Equatable {
    /// With fewer, comparing costs less than hashing.
    static let least = 9

    let all: [SearchOperand]
    /// Their places.
    private let byKey: [String: [Int]]
    /// Of a system alone, whatever the code.
    private let others: [Int]

    /// Nil when they are few, or of another kind.
    init?(_ operands: [SearchOperand]) {
        guard operands.count >= Self.least else { return nil }
        var byKey: [String: [Int]] = [:]
        var others: [Int] = []
        for (place, operand) in operands.enumerated() {
            switch operand {
            case .token(_, let code?): byKey[code, default: []].append(place)
            case .reference(_, let id): byKey[id, default: []].append(place)
            case .token(_, nil): others.append(place)
            default: return nil
            }
        }
        (all, self.byKey, self.others) = (operands, byKey, others)
    }

    func matches(_ value: SearchValue, _ effort: inout Int) -> Bool {
        let key: String? =
            switch value {
            case .token(_, let code, _): code
            case .reference(let reference): reference.id
            default: nil
            }
        let alike = key.flatMap { byKey[$0] } ?? []
        effort += 1 + alike.count + others.count
        return alike.contains { all[$0].matches(value) } || others.contains { all[$0].matches(value) }
    }
}
