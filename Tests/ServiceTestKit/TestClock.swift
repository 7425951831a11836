import CareModels
import Foundation
import Synchronization

/// Stands still until a test moves it.
public final class TestClock: Sendable {
    private let instant: Mutex<Date>

    /// At the whole second of its making, which PostgreSQL keeps exactly, when no other instant is given.
    public init(_ now: Date = Date(epochSeconds: Date().epochSeconds)) { instant = Mutex(now) }

    public var now: Date { instant.withLock { $0 } }

    public func set(_ now: Date) { instant.withLock { $0 = now } }

    public func advance(_ seconds: TimeInterval) { instant.withLock { $0 += seconds } }
}
