import CareModels
import Foundation
import Synchronization
import Testing

/// Stands still until a test moves it, or goes on and can be moved ahead.
package final class TestClock: Sendable {
    private enum Reading {
        case still(Date)
        case ahead(TimeInterval)
    }

    private let reading: Mutex<Reading>

    private init(_ reading: Reading) { self.reading = Mutex(reading) }

    /// At the whole second of its making, which PostgreSQL keeps exactly, when no other instant is given.
    package convenience init(_ now: Date = Date(epochSeconds: Date().epochSeconds)) { self.init(.still(now)) }

    package convenience init(at text: String) throws { self.init(.still(try Self.instant(text))) }

    /// Goes on.
    package static func running() -> TestClock { TestClock(.ahead(0)) }

    package static func instant(_ text: String) throws -> Date { try #require(RFC3339.parse(text)) }

    package var now: Date {
        reading.withLock {
            switch $0 {
            case .still(let instant): instant
            case .ahead(let seconds): Date().addingTimeInterval(seconds)
            }
        }
    }

    /// It stands still there.
    package func set(_ now: Date) { reading.withLock { $0 = .still(now) } }

    package func advance(_ seconds: TimeInterval) {
        reading.withLock {
            switch $0 {
            case .still(let instant): $0 = .still(instant + seconds)
            case .ahead(let already): $0 = .ahead(already + seconds)
            }
        }
    }
}
