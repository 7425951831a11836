import CareClient
import Foundation

/// Time that passes as a test says. What waits a few seconds, as between two attempts, does not wait, and the time passes by so much; what waits longer, as for
/// the next ping of a stream, waits until its task is cancelled.
public final class FakeClock: Sendable {
    private let instant: Locked<Date>

    public init(_ start: Date = Date(timeIntervalSince1970: 1_790_000_000)) { instant = Locked(start) }

    public var now: Date { instant.withLock { $0 } }

    public func pass(_ seconds: TimeInterval) { instant.withLock { $0.addTimeInterval(seconds) } }

    public var clock: CareClock {
        CareClock(
            now: { [self] in now },
            sleep: { [self] duration in
                try Task.checkCancellation()
                while duration > .seconds(8) { try await Task.sleep(for: .seconds(3600)) }
                pass(duration / .seconds(1))
                await Task.yield()
            }, random: { 0.5 })
    }
}
