import Foundation

/// A password that an operator has set, and whose person sets their own before they are logged in: in time, or it is good for nothing any more (ASVS 5.0, 6.4.1).
enum InitialPassword {
    static let hours = 24
    /// More is no short time.
    static let mostHours = 168

    static func end(setAt now: Date, hours: Int) -> Date { now.addingTimeInterval(TimeInterval(hours) * 3600) }

    /// `end`: nil where a release before this one has set it.
    static func isOver(_ end: Date?, now: Date) -> Bool { end.map { now >= $0 } ?? false }
}
