import CareClient
import Foundation

/// Time that passes only when a test says so: whatever sleeps wakes when it is over, or its task is cancelled.
final class HeldClock: Sendable {
    private let instant = Locked(Date(timeIntervalSince1970: 1_790_000_000))
    private let asleep = Locked(0)

    var now: Date { instant.withLock { $0 } }
    /// How many sleep just now.
    var sleepers: Int { asleep.withLock { $0 } }

    func pass(_ seconds: TimeInterval) { instant.withLock { $0.addTimeInterval(seconds) } }

    var clock: CareClock {
        CareClock(
            now: { [self] in now },
            sleep: { [self] duration in
                let end = now.addingTimeInterval(duration / .seconds(1))
                asleep.withLock { $0 += 1 }
                defer { asleep.withLock { $0 -= 1 } }
                while now < end { try await Task.sleep(for: .milliseconds(1)) }
            }, random: { 0.5 })
    }
}
