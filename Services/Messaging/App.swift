import CareModels
import CareService
import Foundation
import Outbox
import Postgres
import Sealing

/// What the handlers, consumers and jobs need from outside.
struct Dependencies: Clocked, Sendable {
    var pool: PostgresPool
    var masterKeys: MasterKeys
    var keys: PersonKeys
    var settings: MessagingSettings
    let hub = FeedHub()
    let watch = FeedWatch()
    /// Of pictures, shared by all of the process.
    var thumbnailer = Thumbnailer()
    var now: @Sendable () -> Date
    /// Access tokens, and the tickets made of them, begin and end by the machine's.
    var tokenClock: @Sendable () -> Date
    var newID: @Sendable () -> UUID

    init(
        pool: PostgresPool, masterKeys: MasterKeys, settings: MessagingSettings = MessagingSettings(),
        now: @escaping @Sendable () -> Date, tokenClock: @escaping @Sendable () -> Date = { Date() },
        newID: @escaping @Sendable () -> UUID = { .v7() }
    ) {
        self.pool = pool
        self.masterKeys = masterKeys
        keys = PersonKeys(masterKeys)
        self.settings = settings
        self.now = now
        self.tokenClock = tokenClock
        self.newID = newID
    }

    /// This replica's streams hear of it once the transaction has committed.
    func tell(_ news: StreamNews, after tx: Transaction) {
        let hub = hub
        tx.afterCommit { hub.hear(news) }
    }
}

/// Messaging's migrations, oldest first.
let migrations = [
    Migration("v001_messaging", PackageResources.v001_messaging_sql),
    Migration("v002_conversations_in_order", PackageResources.v002_conversations_in_order_sql),
    Migration("v003_unused_files", PackageResources.v003_unused_files_sql),
    Migration("v004_storage", PackageResources.v004_storage_sql),
    Migration("v005_told_versions", PackageResources.v005_told_versions_sql),
    Migration("v006_leaving", PackageResources.v006_leaving_sql),
    Migration("v007_blocks", PackageResources.v007_blocks_sql),
    Migration("v008_invitations", PackageResources.v008_invitations_sql),
    Migration("v009_verified_providers", PackageResources.v009_verified_providers_sql),
    Migration("v010_renditions", PackageResources.v010_renditions_sql)
]

/// Those that write: each event once, in one replica.
func consumers(_ dependencies: Dependencies) -> [Consumer] {
    [
        PeopleConsumer.consumer(dependencies), AppointmentsConsumer.consumer(dependencies), AlertsConsumer.consumer(dependencies),
        RemindersConsumer.consumer(dependencies), RecordAccessConsumer.consumer(dependencies), SubscriptionsConsumer.consumer(dependencies)
    ]
}

/// The service, put together; the tests call this too.
func app(_ configuration: ServiceConfiguration, _ dependencies: Dependencies, verifier: TokenVerifier) -> ServiceApp {
    var configuration = configuration
    configuration.http.mostConnections = dependencies.settings.mostConnections
    return ServiceApp(
        configuration, pool: dependencies.pool, verifier: verifier, routes: routes(dependencies, verifier),
        consumers: consumers(dependencies) + [FeedConsumer.consumer(dependencies)],
        jobs: [
            .forgetOldEntries(dependencies), .forgetUnusedAttachments(dependencies), .forgetTickets(dependencies),
            .rewrapPersonKeys(dependencies.keys)
        ], masterKeys: dependencies.masterKeys, now: dependencies.now, onRevoked: { dependencies.hub.end(session: $0, of: $1) })
}

/// The service from its settings: what Main runs.
func serviceApp(_ configuration: ServiceConfiguration, _ environment: inout Environment, _ pool: PostgresPool) -> ServiceApp {
    let dependencies = Dependencies(
        pool: pool, masterKeys: MasterKeys(&environment), settings: MessagingSettings(&environment), now: configuration.now)
    return app(configuration, dependencies, verifier: configuration.verifier())
}
