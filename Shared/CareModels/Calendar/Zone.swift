import Foundation
import Synchronization

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

    /// Where the database is, the first of these that there is: where TZDIR says, as the C library has it, or in its usual place.
    private static let folders = [ProcessInfo.processInfo.environment["TZDIR"] ?? "", "/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"]
    private static let read = Mutex<[String: Zone]>([:])

    /// Nil when nobody here knows it. Each is read once in a process's life: one that is to follow a newer database is started anew.
    public init?(_ name: String) {
        if let known = Self.read.withLock({ $0[name] }) {
            self = known
            return
        }
        guard let clock = Self.clock(of: name) else { return nil }
        self.init(name: name, clock: clock)
        let zone = self
        Self.read.withLock { $0[name] = zone }
    }

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

    private static func clock(of name: String) -> Clock? {
        if isPlain(name), let folder = folders.first(where: { FileManager.default.fileExists(atPath: $0 + "/Europe") }),
            let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)"), let file = ZoneFile([UInt8](bytes))
        {
            return .file(file)
        }
        return TimeZone(identifier: name).map(Clock.foundation)
    }

    /// That it names nothing outside of the database.
    private static func isPlain(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            !part.isEmpty
                && part.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "_-+".utf8.contains($0) }
        }
    }
}
