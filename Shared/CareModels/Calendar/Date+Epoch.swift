import Foundation

extension Date {
    /// Whole seconds since 1970, rounded down.
    public var epochSeconds: Int { Int(timeIntervalSince1970.rounded(.down)) }

    public init(epochSeconds: Int) { self.init(timeIntervalSince1970: Double(epochSeconds)) }

    /// Rounded down to the millisecond, as JSON and cursors spell instants: what is stored is what was told.
    public var wholeMilliseconds: Date { Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded(.down) / 1000) }
}
