import Foundation

/// Growing waits with jitter: `first`, doubled each time up to `most`, each shortened by up to a quarter so that replicas
/// which failed together do not come back together.
struct Backoff: Sendable {
    var first: Duration
    var most: Duration

    /// The wait after the given number of failures (1 or more), before jitter.
    func wait(after failures: Int) -> Duration {
        let doublings = min(max(failures, 1) - 1, 30)
        return min(first * (1 << doublings), most)
    }

    func jittered(after failures: Int) -> Duration {
        wait(after: failures) * Double.random(in: 0.75...1)
    }
}
