import JSON

extension JSONValue {
    /// The same value as RFC 6902, section 4.6, has it: strings by what they say, numbers by what they are worth (exactly, however many digits), members in any
    /// order.
    package func isEqual(_ other: JSONValue) -> Bool {
        guard kind == other.kind else { return false }
        switch kind {
        case .true, .false, .null: return true
        case .string: return bytes.elementsEqual(other.bytes) || utf8.elementsEqual(other.utf8)
        case .number: return bytes.elementsEqual(other.bytes) || DecimalDigits(bytes) == DecimalDigits(other.bytes)
        case .array:
            guard childCount == other.childCount else { return false }
            return zip(children, other.children).allSatisfy { $0.isEqual($1) }
        case .object:
            guard childCount == other.childCount else { return false }
            let theirs = other.membersByName
            return children.allSatisfy { member in
                guard let counterpart = theirs[member.nameBytes] else { return false }
                return member.isEqual(counterpart)
            }
        }
    }

    /// What a string says, in bytes: accents that are encoded another way make another string.
    private var utf8: [UInt8] { Array((string ?? "").utf8) }

    var nameBytes: [UInt8] { Array((name ?? "").utf8) }

    /// An object's.
    var membersByName: [[UInt8]: JSONValue] {
        Dictionary(children.map { ($0.nameBytes, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

/// A number of JSON as its digits without zeros at either end, and where the point is: 1.0, 1.00 and 10e-1 are one.
private struct DecimalDigits: Equatable {
    private var isNegative = false
    private var digits: [UInt8] = []
    private var exponent = 0
    /// The exponent is beyond any sense: then the number is its text.
    private var text: [UInt8]?

    init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        if rest.first == UInt8(ascii: "-") {
            isNegative = true
            rest = rest.dropFirst()
        }
        let halves = rest.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
        let mantissa = halves[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let fraction = mantissa.count == 2 ? mantissa[1] : []
        if halves.count == 2 {
            guard let given = Int(String(decoding: halves[1], as: UTF8.self)), given.magnitude < 1 << 40 else {
                text = Array(bytes)
                return
            }
            exponent = given
        }
        exponent -= fraction.count
        digits = Array((mantissa[0] + fraction).drop { $0 == UInt8(ascii: "0") })
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        // Nothing is the same with either sign, and wherever its point is.
        if digits.isEmpty { (exponent, isNegative) = (0, false) }
    }
}
