/// Units of quantities: those of the calendar by their words, and as much of UCUM as is needed to compare what is usually compared.
enum FHIRPathUnit {
    private static let words: [String: String] = [
        "year": "year", "years": "year", "month": "month", "months": "month", "week": "week", "weeks": "week", "day": "day", "days": "day",
        "hour": "hour", "hours": "hour", "minute": "minute", "minutes": "minute", "second": "second", "seconds": "second",
        "millisecond": "millisecond", "milliseconds": "millisecond"
    ]

    static func word(_ word: String) -> String? { words[word] }

    /// What UCUM calls the calendar's.
    private static let calendar: [String: String] = [
        "a": "year", "mo": "month", "wk": "week", "d": "day", "h": "hour", "min": "minute", "s": "second", "ms": "millisecond"
    ]

    /// Of a date's or a time's arithmetic.
    static func duration(_ unit: String) -> String? { words[unit] ?? calendar[unit] }

    /// So many of the base unit are one of this; powers of ten but for durations and inches.
    private static let factors: [String: (base: String, factor: FHIRDecimal)] = {
        var factors: [String: (String, FHIRDecimal)] = [:]
        func add(_ base: String, _ units: [String: String]) {
            for (unit, factor) in units { factors[unit] = FHIRDecimal(factor).map { (base, $0) } }
        }
        add("g", ["kg": "1000", "g": "1", "dg": "0.1", "cg": "0.01", "mg": "0.001", "ug": "0.000001", "ng": "0.000000001"])
        add("m", ["km": "1000", "m": "1", "dm": "0.1", "cm": "0.01", "mm": "0.001", "um": "0.000001", "[in_i]": "0.0254", "[ft_i]": "0.3048"])
        add("L", ["L": "1", "l": "1", "dL": "0.1", "dl": "0.1", "cL": "0.01", "mL": "0.001", "ml": "0.001", "uL": "0.000001"])
        add("mol", ["mol": "1", "mmol": "0.001", "umol": "0.000001", "nmol": "0.000000001"])
        add("s", ["wk": "604800", "d": "86400", "h": "3600", "min": "60", "s": "1", "ms": "0.001"])
        add("s", ["week": "604800", "day": "86400", "hour": "3600", "minute": "60", "second": "1", "millisecond": "0.001"])
        add("month", ["year": "12", "month": "1"])
        add("mo", ["a": "12", "mo": "1"])
        return factors
    }()

    /// Both values in one unit; nil when the units measure different things, as far as is known here.
    static func aligned(_ one: (FHIRDecimal, String), _ other: (FHIRDecimal, String)) -> (FHIRDecimal, FHIRDecimal)? {
        if one.1 == other.1 { return (one.0, other.0) }
        guard let left = factors[one.1], let right = factors[other.1], left.base == right.base, let first = one.0.times(left.factor),
            let second = other.0.times(right.factor)
        else { return nil }
        return (first, second)
    }
}
