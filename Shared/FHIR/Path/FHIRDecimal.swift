/// A decimal without loss: `digits` × 10^-`scale`, 38 digits at most. 1.0 and 1.00 are equal and keep how they are written.
package struct FHIRDecimal: Sendable, Hashable, Comparable {
    package private(set) var digits: Int128
    /// Digits behind the point, at most `mostScale`.
    package private(set) var scale: Int

    static let mostScale = 36

    package init(_ whole: Int) { (digits, scale) = (Int128(whole), 0) }

    /// The least of Int128 has no negative, and so is none of these.
    init?(digits: Int128, scale: Int) {
        guard (0...Self.mostScale).contains(scale), digits > .min else { return nil }
        (self.digits, self.scale) = (digits, scale)
    }

    /// As JSON and FHIRPath write numbers; nil for what is none, or has more digits than are kept.
    package init?(_ text: some Collection<UInt8>) {
        var rest = text[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        var digits: Int128 = 0
        var scale = 0
        var isFraction = false
        var count = 0
        while let byte = rest.first, byte != UInt8(ascii: "e"), byte != UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "."), !isFraction, count > 0 {
                isFraction = true
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let (tenfold, isOver) = digits.multipliedReportingOverflow(by: 10)
            let (sum, isOverToo) = tenfold.addingReportingOverflow(Int128(byte - UInt8(ascii: "0")))
            guard !isOver, !isOverToo else { return nil }
            digits = sum
            count += 1
            if isFraction { scale += 1 }
        }
        guard count > 0, !isFraction || scale > 0 else { return nil }
        if !rest.isEmpty {
            guard let exponent = Int(String(decoding: rest.dropFirst(), as: UTF8.self)), (-64...64).contains(exponent) else { return nil }
            scale -= exponent
        }
        if scale < 0 {
            guard let raised = Self.times(digits, tenTo: -scale) else { return nil }
            (digits, scale) = (raised, 0)
        }
        guard scale <= Self.mostScale else { return nil }
        (self.digits, self.scale) = (isNegative ? -digits : digits, scale)
    }

    package init?(_ text: String) { self.init(text.utf8) }

    static func times(_ number: Int128, tenTo power: Int) -> Int128? {
        guard power <= 38 else { return number == 0 ? 0 : nil }
        var product = number
        for _ in 0..<power {
            let (next, isOver) = product.multipliedReportingOverflow(by: 10)
            if isOver { return nil }
            product = next
        }
        return product
    }

    /// Without zeros at its end.
    var reduced: FHIRDecimal {
        var reduced = self
        while reduced.scale > 0, reduced.digits % 10 == 0 {
            reduced.digits /= 10
            reduced.scale -= 1
        }
        return reduced
    }

    package var double: Double { Double(text) ?? 0 }

    /// Nil for a fraction, or beyond 64 bits.
    package var whole: Int? {
        let reduced = reduced
        return reduced.scale == 0 ? Int(exactly: reduced.digits) : nil
    }

    /// As it was written, but for an exponent.
    package var text: String {
        var figures = String(digits.magnitude)
        if scale > 0 {
            if figures.utf8.count <= scale { figures = String(repeating: "0", count: scale + 1 - figures.utf8.count) + figures }
            figures.insert(".", at: figures.index(figures.endIndex, offsetBy: -scale))
        }
        return digits < 0 ? "-" + figures : figures
    }

    // MARK: Comparing

    package static func == (_ one: FHIRDecimal, _ other: FHIRDecimal) -> Bool {
        if one.scale == other.scale { return one.digits == other.digits }
        let (one, other) = (one.reduced, other.reduced)
        return one.digits == other.digits && one.scale == other.scale
    }

    package func hash(into hasher: inout Hasher) {
        let reduced = reduced
        hasher.combine(reduced.digits)
        hasher.combine(reduced.scale)
    }

    package static func < (_ one: FHIRDecimal, _ other: FHIRDecimal) -> Bool {
        if let (left, right, _) = aligned(one, other) { return left < right }
        return one.double < other.double
    }

    /// The digits of both at one scale.
    private static func aligned(_ one: FHIRDecimal, _ other: FHIRDecimal) -> (Int128, Int128, Int)? {
        let scale = max(one.scale, other.scale)
        guard let left = times(one.digits, tenTo: scale - one.scale), let right = times(other.digits, tenTo: scale - other.scale) else { return nil }
        return (left, right, scale)
    }

    // MARK: Counting; nil for more digits than are kept

    func plus(_ other: FHIRDecimal) -> FHIRDecimal? {
        guard let (left, right, scale) = Self.aligned(self, other) else { return nil }
        let (sum, isOver) = left.addingReportingOverflow(right)
        return isOver ? nil : FHIRDecimal(digits: sum, scale: scale)
    }

    func minus(_ other: FHIRDecimal) -> FHIRDecimal? { plus(other.negated) }

    var negated: FHIRDecimal {
        var negated = self
        negated.digits = -digits
        return negated
    }

    func times(_ other: FHIRDecimal) -> FHIRDecimal? {
        let (product, isOver) = digits.multipliedReportingOverflow(by: other.digits)
        if isOver {
            let (one, other) = (reduced, other.reduced)
            let (product, isOver) = one.digits.multipliedReportingOverflow(by: other.digits)
            return isOver ? nil : FHIRDecimal(digits: product, scale: one.scale + other.scale)
        }
        return FHIRDecimal(digits: product, scale: scale + other.scale)?.reduced
    }

    /// To as many digits as there is place for, 16 behind the point at most, the last one rounded.
    func over(_ other: FHIRDecimal) -> FHIRDecimal? {
        guard other.digits != 0 else { return nil }
        let (one, other) = (reduced, other.reduced)
        var places = 17
        while places >= 0 {
            // one / other = (one.digits × 10^(places + other.scale - one.scale)) / other.digits × 10^-places
            let power = places + other.scale - one.scale
            if power >= 0, let raised = Self.times(one.digits, tenTo: power) {
                return Self.rounded(raised / other.digits, scale: places)
            }
            if power < 0, let divisor = Self.times(other.digits, tenTo: -power) { return Self.rounded(one.digits / divisor, scale: places) }
            places -= 1
        }
        return nil
    }

    private static func rounded(_ digits: Int128, scale: Int) -> FHIRDecimal? {
        guard scale > 0 else { return FHIRDecimal(digits: digits, scale: 0) }
        let last = digits % 10
        let up: Int128 = last >= 5 ? 1 : last <= -5 ? -1 : 0
        return FHIRDecimal(digits: digits / 10 + up, scale: scale - 1)?.reduced
    }

    /// `div`: without the fraction.
    func quotient(_ other: FHIRDecimal) -> Int? {
        guard other.digits != 0, let (left, right, _) = Self.aligned(self, other) else { return nil }
        let (quotient, isOver) = left.dividedReportingOverflow(by: right)
        return isOver ? nil : Int(exactly: quotient)
    }

    func remainder(_ other: FHIRDecimal) -> FHIRDecimal? {
        guard other.digits != 0, let (left, right, scale) = Self.aligned(self, other) else { return nil }
        let (remainder, isOver) = left.remainderReportingOverflow(dividingBy: right)
        return isOver ? nil : FHIRDecimal(digits: remainder, scale: scale)?.reduced
    }

    /// To so many digits behind the point, halves away from zero.
    func rounded(_ places: Int) -> FHIRDecimal {
        guard places < scale, places >= 0 else { return self }
        var digits = digits
        for _ in 0..<(scale - places - 1) { digits /= 10 }
        let last = digits % 10
        let up: Int128 = last >= 5 ? 1 : last <= -5 ? -1 : 0
        return FHIRDecimal(digits: digits / 10 + up, scale: places) ?? self
    }

    var floor: Int128 { bounded(down: true) }
    var ceiling: Int128 { bounded(down: false) }

    private func bounded(down: Bool) -> Int128 {
        guard let unit = Self.times(1, tenTo: scale) else { return 0 }
        let (whole, rest) = digits.quotientAndRemainder(dividingBy: unit)
        if rest == 0 { return whole }
        if down { return rest < 0 ? whole - 1 : whole }
        return rest > 0 ? whole + 1 : whole
    }
}
