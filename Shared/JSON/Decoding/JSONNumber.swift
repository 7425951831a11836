import Foundation

/// A number as JSON writes it, taken apart without loss: ±`digits` × 10^`exponent`.
struct JSONNumber {
    private let text: UnsafeBufferPointer<UInt8>
    private var isNegative = false
    /// Without zeros at either end.
    private var digits: UInt64 = 0
    private var exponent = 0
    /// False when there are more digits than 64 bits hold.
    private var isWhole = true

    /// Beyond it a number is nothing or endless, whatever its digits are.
    private static let mostExponent = 1 << 40

    /// The text was checked by the parser, and outlives this.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        var zeros = 0
        var fraction = 0
        var isFraction = false
        var index = 0
        if text[0] == UInt8(ascii: "-") {
            isNegative = true
            index = 1
        }
        while index < text.count {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "0"):
                zeros += 1
            case UInt8(ascii: "1")...UInt8(ascii: "9"):
                append(UInt64(byte - UInt8(ascii: "0")), after: zeros)
                zeros = 0
            case UInt8(ascii: "."):
                isFraction = true
                index += 1
                continue
            default:
                exponent = Self.exponent(text, from: index + 1)
                index = text.count
                continue
            }
            if isFraction { fraction += 1 }
            index += 1
        }
        exponent += zeros - fraction
    }

    private mutating func append(_ digit: UInt64, after zeros: Int) {
        guard isWhole else { return }
        guard digits > 0 else {
            digits = digit
            return
        }
        guard zeros < 19, let shifted = Self.times(digits, tenTo: zeros + 1) else {
            isWhole = false
            return
        }
        let (sum, isOver) = shifted.addingReportingOverflow(digit)
        digits = sum
        isWhole = !isOver
    }

    private static func times(_ number: UInt64, tenTo power: Int) -> UInt64? {
        var product = number
        for _ in 0..<power {
            let (next, isOver) = product.multipliedReportingOverflow(by: 10)
            if isOver { return nil }
            product = next
        }
        return product
    }

    private static func exponent(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var value = 0
        let isNegative = text[start] == UInt8(ascii: "-")
        for index in start..<text.count {
            guard text[index] >= UInt8(ascii: "0"), value < mostExponent else { continue }
            value = value * 10 + Int(text[index] - UInt8(ascii: "0"))
        }
        return isNegative ? -value : value
    }

    /// Nil for a fraction, or what the type does not hold.
    func integer<T: FixedWidthInteger>(_ type: T.Type) -> T? {
        guard isWhole else { return nil }
        if digits == 0 { return 0 }
        guard exponent >= 0, exponent < 20, let magnitude = Self.times(digits, tenTo: exponent) else { return nil }
        guard isNegative else { return T(exactly: magnitude) }
        if let value = Int64(exactly: magnitude) { return T(exactly: -value) }
        return magnitude == Int64.min.magnitude ? T(exactly: Int64.min) : nil
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22
    ]

    /// The nearest; nil beyond the greatest. One rounding of two exact numbers is the nearest (W. D. Clinger, How to Read Floating
    /// Point Numbers Accurately, 1990); the rest is the library's.
    var double: Double? {
        if isWhole, digits < 1 << 53, exponent.magnitude <= 22 {
            let power = Self.powers[Int(exponent.magnitude)]
            let magnitude = exponent < 0 ? Double(digits) / power : Double(digits) * power
            return isNegative ? -magnitude : magnitude
        }
        return Double(string).flatMap { $0.isFinite ? $0 : nil }
    }

    var float: Float? { Float(string).flatMap { $0.isFinite ? $0 : nil } }

    /// Nil when its digits or its exponent are more than a `Decimal` holds.
    var decimal: Decimal? {
        guard isWhole else { return nil }
        if digits == 0 { return 0 }
        guard (-128...127).contains(exponent) else { return nil }
        return Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: Decimal(digits))
    }

    private var string: String { String(decoding: text, as: UTF8.self) }
}
