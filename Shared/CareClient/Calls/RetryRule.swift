import Foundation

/// How long to wait before the same is tried again: random, growing, and no shorter than the server wants.
struct RetryRule: Equatable, Sendable {
    var first = Duration.milliseconds(500)
    var longest = Duration.seconds(60)

    /// `failures`: how many there were so far, at least one. `random` is from 0 until 1: what many clients lost at once they do not ask for at once.
    func pause(after failures: Int, atLeast: Duration? = nil, random: Double) -> Duration {
        let grown = first * Double(1 << min(max(failures, 1) - 1, 20))
        let most = min(grown, longest)
        return max(most * (0.5 + random / 2), atLeast ?? .zero)
    }
}

/// How often a call that an app waits for is sent, if it may be sent twice.
enum Patience: Equatable, Sendable {
    case once
    /// Attempts in all.
    case attempts(Int)

    func mayGoOn(after failures: Int, _ error: CareError) -> Bool {
        guard case .attempts(let most) = self, error.isWorthRetrying else { return false }
        // Nobody looks at a screen for longer.
        return failures < most && (error.retryAfter ?? .zero) <= .seconds(10)
    }
}
