import Foundation
import Synchronization

/// Time zones by name, each made once: making one reads the zone's file.
enum Zones {
    private static let made = Mutex<[String: TimeZone]>([:])

    /// UTC for a name that this machine's tzdata does not have: hours are refused for such, but it may have been another machine's.
    static func named(_ name: String) -> TimeZone {
        made.withLock { made in
            if let zone = made[name] { return zone }
            let zone = TimeZone(identifier: name) ?? .gmt
            made[name] = zone
            return zone
        }
    }
}
