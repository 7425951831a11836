import Foundation

/// RFC 3339 instants in UTC, as every body, event and query of Careline spells them: `2026-03-08T14:30:00Z`, with
/// milliseconds only when there are any.
public enum RFC3339 {
    private static let whole = Date.ISO8601FormatStyle()
    private static let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    public static func format(_ instant: Date) -> String {
        let milliseconds = (instant.timeIntervalSince1970 * 1000).rounded()
        let rounded = Date(timeIntervalSince1970: milliseconds / 1000)
        return milliseconds.truncatingRemainder(dividingBy: 1000) == 0 ? whole.format(rounded) : fractional.format(rounded)
    }

    /// The instant that `text` spells, in any offset, or nil when it is not RFC 3339.
    public static func parse(_ text: String) -> Date? {
        (try? whole.parse(text)) ?? (try? fractional.parse(text))
    }
}
