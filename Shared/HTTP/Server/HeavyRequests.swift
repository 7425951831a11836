import Synchronization
import Telemetry

/// How many requests to heavy routes (`Route.heavy`) a caller has running in this replica. A further one hears 429 at once.
final class HeavyRequests: Sendable {
    private static let refused = Counter(
        "http_heavy_requests_refused_total", "third requests of a caller, to a route of which two may run: those heard 429")

    private let most: Int
    private let running = Mutex<[String: Int]>([:])

    init(most: Int) { self.most = most }

    /// nil when the caller has as many running as may be.
    func enter(_ caller: String) -> Permit? {
        let isIn = running.withLock { running in
            guard running[caller, default: 0] < most else { return false }
            running[caller, default: 0] += 1
            return true
        }
        return isIn ? Permit(self, caller) : nil
    }

    /// The 429 for a further one.
    static func refusal() -> Problem {
        refused.add()
        return .tooManyRequests(retryAfter: 1)
    }

    /// Callers that have any: no others are remembered.
    var callers: Int { running.withLock { $0.count } }

    private func leave(_ caller: String) {
        running.withLock { running in
            let left = running[caller, default: 1] - 1
            running[caller] = left > 0 ? left : nil
        }
    }

    /// One running request; over when nobody has the permit any more.
    final class Permit: Sendable {
        private let requests: HeavyRequests
        private let caller: String

        fileprivate init(_ requests: HeavyRequests, _ caller: String) {
            self.requests = requests
            self.caller = caller
        }

        deinit { requests.leave(caller) }
    }
}
