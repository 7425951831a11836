import CareClient
import Foundation

/// Time that passes as a test says. What waits a few seconds, as between two attempts, does not wait, and the time passes by so much; what waits longer, as for
/// the next ping of a stream, waits until its task is cancelled. So what is tried again after pauses that grow is tried some times at once, until a pause is longer
/// than eight seconds. Of the product `CareClientTesting`.
public final class FakeClock: Sendable {
    private let instant: Locked<Date>

    /// Begins at an instant, on 21 September 2026 unless said otherwise.
    public init(_ start: Date = Date(timeIntervalSince1970: 1_790_000_000)) { instant = Locked(start) }

    /// What time it is.
    public var now: Date { instant.withLock { $0 } }

    /// So many seconds pass. Nobody wakes of it: what asks for the time from then on is told another.
    public func pass(_ seconds: TimeInterval) { instant.withLock { $0.addTimeInterval(seconds) } }

    /// For a client's configuration.
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
