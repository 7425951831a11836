/// Durations as settings spell them: `250ms`, `10s`, `5m`, `24h`, `30d`; a whole number and one unit.
package enum DurationSetting {
    package static func parse(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int64(digits), number >= 0 else { return nil }
        let perUnit: Int64
        switch text[digits.endIndex...] {
        case "ms": return number > 1_000_000_000_000 ? nil : .milliseconds(number)
        case "s": perUnit = 1
        case "m": perUnit = 60
        case "h": perUnit = 3600
        case "d": perUnit = 86400
        default: return nil
        }
        let (seconds, overflow) = number.multipliedReportingOverflow(by: perUnit)
        return overflow || seconds > 3_155_760_000 ? nil : .seconds(seconds)
    }

    /// In the largest unit that gives a whole number: `90s`, `2m`, `7d`.
    package static func spell(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        guard attoseconds == 0, seconds > 0 else { return "\(Int64(duration / .milliseconds(1)))ms" }
        for (unit, size) in [("d", 86400), ("h", 3600), ("m", 60)] as [(String, Int64)] where seconds % size == 0 {
            return "\(seconds / size)\(unit)"
        }
        return "\(seconds)s"
    }
}
