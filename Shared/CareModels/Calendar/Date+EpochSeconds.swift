import Foundation

extension Date {
    /// Whole seconds since 1970, rounded down.
    public var epochSeconds: Int { Int(timeIntervalSince1970.rounded(.down)) }

    public init(epochSeconds: Int) { self.init(timeIntervalSince1970: Double(epochSeconds)) }
}
