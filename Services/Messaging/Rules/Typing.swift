import Foundation

/// Typing is shown for a while and then forgotten.
enum Typing {
    static let lasts: TimeInterval = 20
    /// A client says it again every few seconds; more often changes nothing.
    static let repeated: TimeInterval = 3

    /// What others see of a mark made at `instant`.
    static func shown(_ instant: Date?, now: Date) -> Date? {
        guard let instant, now.timeIntervalSince(instant) < lasts else { return nil }
        return instant
    }

    /// Whether the others do not know it yet: `last` is what they heard of the typing that goes on.
    static func isNews(_ isTyping: Bool, after last: Date?, now: Date) -> Bool {
        guard let last else { return isTyping }
        return isTyping ? now.timeIntervalSince(last) >= repeated : shown(last, now: now) != nil
    }
}
