/// Growing waits with jitter: `first`, doubled each time up to `most`, each shortened by up to a quarter so that replicas
/// which failed together do not come back together.
package struct Backoff: Sendable {
    let first: Duration
    let most: Duration
    /// Each wait is this part of it, by chance.
    let jitter: ClosedRange<Double>

    package init(first: Duration, most: Duration, jitter: ClosedRange<Double> = 0.75...1) {
        self.first = first
        self.most = most
        self.jitter = jitter
    }

    /// The wait after the given number of failures (1 or more), before jitter.
    package func wait(after failures: Int) -> Duration {
        let doublings = min(max(failures, 1) - 1, 30)
        return min(first * (1 << doublings), most)
    }

    package func jittered(after failures: Int) -> Duration { wait(after: failures) * Double.random(in: jitter) }
}
