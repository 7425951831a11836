import CareModels
import Foundation
import Synchronization

/// Stands still until a test moves it.
package final class TestClock: Sendable {
    private let instant: Mutex<Date>

    /// At the whole second of its making, which PostgreSQL keeps exactly, when no other instant is given.
    package init(_ now: Date = Date(epochSeconds: Date().epochSeconds)) { instant = Mutex(now) }

    package var now: Date { instant.withLock { $0 } }

    package func set(_ now: Date) { instant.withLock { $0 = now } }

    package func advance(_ seconds: TimeInterval) { instant.withLock { $0 += seconds } }
}
