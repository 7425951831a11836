import Foundation

/// What the client asks of time and chance, so that tests decide both.
public struct CareClock: Sendable {
    /// The time of day.
    public var now: @Sendable () -> Date
    /// Waits so long. Throws `CancellationError` as soon as its task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// A random number, from 0 until 1: pauses between attempts differ by it.
    public var random: @Sendable () -> Double

    /// One of a test's own.
    public init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void, random: @escaping @Sendable () -> Double
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
    }

    /// The system's time and chance.
    public static let system = CareClock(now: { Date() }, sleep: { try await Task.sleep(for: $0) }, random: { Double.random(in: 0..<1) })
}
