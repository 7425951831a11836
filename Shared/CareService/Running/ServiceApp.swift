import CareModels
import Foundation
import HTTP
import Outbox
import Postgres
import Sealing

/// A service, put together: what `app(_:)` of each service returns and its tests start in-process. It adds what every service
/// has: the outbox relay, the kit's retention sweeps, the revoked sessions, and `/livez`, `/readyz` and `/metrics`.
package struct ServiceApp: Sendable {
    package let configuration: ServiceConfiguration
    package let pool: PostgresPool
    package let verifier: TokenVerifier
    /// The service's own, without those for operators.
    package let routes: [Route]
    let consumers: [Consumer]
    let jobs: [Job]
    /// What it runs beside them, until the listener has stopped.
    let parts: [any ServicePart]
    /// `ServiceConfiguration.now`, unless a test moves it.
    let now: @Sendable () -> Date
    /// Opens, in the relay, what was emitted under a seal.
    let eventSeal: EventSeal?
    /// Checks signed events; unless set, against what Auth publishes at `ServiceConfiguration.eventKeysURL`.
    package var eventVerifier: EventVerifier?
    /// Reads the origins of registered apps; unless set, what Auth publishes at `ServiceConfiguration.originsURL`.
    package var registeredOrigins: (@Sendable () async throws -> [String])?
    let masterKeys: MasterKeys?
    let onRevoked: @Sendable (SessionID, UserID) -> Void
    /// Those of the service, for readiness; `ServiceMain` fills it in.
    var migrations: [Migration] = []

    /// `now` is the clock of timers and sweeps. The pool is closed when the app has run. Under `masterKeys` is kept what idempotency rows
    /// remember of a request. `onRevoked` hears, in every replica, of each session that is revoked, once its tokens are refused.
    package init(
        _ configuration: ServiceConfiguration, pool: PostgresPool, verifier: TokenVerifier, routes: [Route],
        consumers: [Consumer] = [], jobs: [Job] = [], parts: [any ServicePart] = [], eventSeal: EventSeal? = nil, masterKeys: MasterKeys? = nil,
        now: @escaping @Sendable () -> Date, onRevoked: @escaping @Sendable (SessionID, UserID) -> Void = { _, _ in }
    ) {
        self.configuration = configuration
        self.pool = pool
        self.verifier = verifier
        self.routes = routes
        self.consumers = consumers
        self.jobs = jobs
        self.parts = parts
        self.eventSeal = eventSeal
        self.masterKeys = masterKeys
        self.now = now
        self.onRevoked = onRevoked
    }

    /// Serves until cancelled or SIGTERM/SIGINT: fails readiness, drains, commits, flushes, in that order. A second signal ends
    /// the process at once. Throws what kept a part from starting or going on.
    package func run() async throws {
        try await Assembly(self).run()
    }

    /// Runs the whole service, without signals, as long as `body` does; `body` gets the port it listens on (configure port 0).
    package func withRunning<Result: Sendable>(_ body: @escaping @Sendable (_ port: Int) async throws -> Result) async throws -> Result {
        try await Assembly(self).withRunning(body)
    }
}
