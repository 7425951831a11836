import Foundation

/// How long a factor that was begun waits for its first code.
enum FactorSetUp {
    static let lifetime: TimeInterval = 600

    static func isOver(begunAt: Date, now: Date) -> Bool { now.timeIntervalSince(begunAt) >= lifetime }
}
