import CareModels
import CareService
import Foundation
import Postgres

/// What the handlers, consumers and jobs need from outside.
struct Dependencies: Sendable {
    var pool: PostgresPool
    var now: @Sendable () -> Date = { Date() }
    var newID: @Sendable () -> UUID = { .v7() }
}

/// Scheduling's migrations, oldest first.
let migrations = [Migration("v001_scheduling", PackageResources.v001_scheduling_sql)]

/// The service, put together; the tests call this too.
func app(
    _ configuration: ServiceConfiguration, _ settings: SchedulingSettings, _ dependencies: Dependencies, verifier: TokenVerifier,
    masterKeys: MasterKeys? = nil
) -> ServiceApp {
    ServiceApp(
        configuration, pool: dependencies.pool, verifier: verifier, routes: routes(dependencies),
        consumers: [PeopleConsumer.consumer(dependencies)], jobs: [CompletePastAppointments.job(settings, dependencies)],
        masterKeys: masterKeys)
}
