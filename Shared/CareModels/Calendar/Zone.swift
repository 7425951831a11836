import Foundation

/// A time zone by its name in the tz database, as this machine has that database now. Foundation on Linux tells the time by tables that were compiled into
/// it: a country that has changed its clocks since would be an hour off until the next compiler.
public struct Zone: Sendable {
    public let name: String
    private let clock: Clock

    private enum Clock: Sendable {
        case file(ZoneFile)
        /// On Apple's systems, which keep Foundation's up to date; here for a name that the database has no more (`SystemV/EST5`), and where no database is.
        case foundation(TimeZone)
    }

    public static let utc = Zone(name: "UTC", clock: .foundation(.gmt))

    /// Nil when nobody here knows it. Each is read once in a process's life: one that is to follow a newer database is started anew.
    public init?(_ name: String) {
        #if os(Linux)
            if let file = ZoneFiles.named(name) {
                self.init(name: name, clock: .file(file))
                return
            }
        #endif
        guard let zone = TimeZone(identifier: name) else { return nil }
        self.init(name: name, clock: .foundation(zone))
    }

    /// Of a name that was known when it was written down, and may be one that no database here knows any more: UTC counts then, so that
    /// what is kept can still be read.
    package static func stored(_ name: String) -> Zone { Zone(name) ?? .utc }

    private init(name: String, clock: Clock) {
        self.name = name
        self.clock = clock
    }

    /// Seconds that its wall clock is ahead of UTC at an instant, in seconds since 1970-01-01T00:00:00Z.
    public func offset(at instant: Int) -> Int {
        switch clock {
        case .file(let file): file.offset(at: instant)
        case .foundation(let zone): zone.secondsFromGMT(for: Date(epochSeconds: instant))
        }
    }
}
