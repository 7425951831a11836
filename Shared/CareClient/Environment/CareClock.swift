import Foundation

/// What the client asks of time and chance, so that tests decide both.
public struct CareClock: Sendable {
    public var now: @Sendable () -> Date
    /// Throws `CancellationError` as soon as its task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// From 0 until 1.
    public var random: @Sendable () -> Double

    public init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void, random: @escaping @Sendable () -> Double
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
    }

    /// The system's.
    public static let system = CareClock(now: { Date() }, sleep: { try await Task.sleep(for: $0) }, random: { Double.random(in: 0..<1) })
}
