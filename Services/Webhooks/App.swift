import CareModels
import CareService
import Fetch
import Foundation
import Outbox
import Outgoing
import Postgres
import Sealing

/// What the handlers, consumers, jobs and the courier need from outside.
struct Dependencies: Clocked, Sendable {
    var pool: PostgresPool
    var seals: Seals
    var settings: WebhooksSettings
    var fetcher: Fetcher
    /// Raised when something may be due.
    var wake = Wake()
    var now: @Sendable () -> Date
    var newID: @Sendable () -> UUID = { .v7() }

    var reach: Reach { Reach(networks: settings.networks) }

    var sender: Sender {
        Sender(servers: OutsideServers(fetcher: fetcher, reach: reach, authorities: settings.authorities, deadline: settings.deadline), now: now)
    }
}

/// The webhooks' migrations, oldest first.
let migrations = [
    Migration("v001_webhooks", PackageResources.v001_webhooks_sql), Migration("v002_subscription_hooks", PackageResources.v002_subscription_hooks_sql),
    Migration("v003_erased_people", PackageResources.v003_erased_people_sql),
    Migration("v004_log_outlives_webhook", PackageResources.v004_log_outlives_webhook_sql)
]

/// One of each topic.
func consumers(_ dependencies: Dependencies) -> [Consumer] {
    let wanted = WantedTypes(dependencies.pool)
    return WebhookEvents.topics.map { EventsConsumer.consumer(of: $0, wanted, dependencies) }
}

/// The service, put together; the tests call this too.
func app(_ configuration: ServiceConfiguration, _ dependencies: Dependencies, verifier: TokenVerifier) -> ServiceApp {
    ServiceApp(
        configuration, pool: dependencies.pool, verifier: verifier, routes: routes(dependencies), consumers: consumers(dependencies),
        jobs: [.forgetOld(dependencies), .disableOverfull(dependencies), .resealSecrets(dependencies), .resealKeptEvents(dependencies)],
        parts: [Courier(dependencies)], masterKeys: dependencies.seals.masters, now: dependencies.now)
}

/// The service from its settings: what Main runs.
func serviceApp(_ configuration: ServiceConfiguration, _ environment: inout Environment, _ pool: PostgresPool) -> ServiceApp {
    let settings = WebhooksSettings(&environment)
    let dependencies = Dependencies(
        pool: pool, seals: Seals(masters: MasterKeys(&environment)), settings: settings, fetcher: Fetcher(mostConnections: 2 * Courier.most), now: configuration.now)
    return app(configuration, dependencies, verifier: configuration.verifier())
}
