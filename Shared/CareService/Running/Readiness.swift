import Synchronization

/// Whether this replica should get requests.
final class Readiness: Sendable {
    enum Phase: String, Sendable { case starting, serving, stopping }

    struct Report: Codable, Sendable, Equatable {
        var status: String
        /// `ok`, `unreachable`, `busy`, `pending`, `holder`, `standby`; of the broker also `authentication failed`, `TLS failed`. `standbys` where
        /// there are any.
        var checks: [String: String]
        /// Why the database cannot be reached, and what mends it.
        var reason: String?
    }

    /// What it depends on.
    struct Checks: Sendable {
        var results: [String: String] = [:]
        var areFit = true
        var reason: String?
    }

    private let current = Mutex(Phase.starting)
    private let checks: @Sendable () async -> Checks

    /// Without `checks` it is ready while it serves.
    init(_ checks: @escaping @Sendable () async -> Checks = { Checks() }) { self.checks = checks }

    var phase: Phase {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// The report, and whether it is a 200 or a 503.
    func report() async -> (report: Report, isReady: Bool) {
        let checks = await checks()
        let isReady = phase == .serving && checks.areFit
        let status = phase == .serving ? (isReady ? "ready" : "unready") : phase.rawValue
        return (Report(status: status, checks: checks.results, reason: checks.reason), isReady)
    }
}
