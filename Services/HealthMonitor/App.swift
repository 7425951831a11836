import CareModels
import CareService
import Foundation
import Outbox
import Postgres
import Sealing

/// What the handlers, consumers and jobs need from outside.
struct Dependencies: Clocked, Sendable {
    var pool: PostgresPool
    var keys: PersonKeys
    /// Until Records is named there are none.
    var measurements = MeasurementKeys { _ in throw MeasurementKeysUnavailable() }
    var settings = HealthMonitorSettings()
    var now: @Sendable () -> Date
    var newID: @Sendable () -> UUID = { .v7() }
}

/// HealthMonitor's migrations, oldest first.
let migrations = [
    Migration("v001_health", PackageResources.v001_health_sql),
    Migration("v002_evaluations_by_age", PackageResources.v002_evaluations_by_age_sql),
    Migration("v003_observation_versions", PackageResources.v003_observation_versions_sql),
    Migration("v004_own_data", PackageResources.v004_own_data_sql),
    Migration("v005_withdrawn_observations", PackageResources.v005_withdrawn_observations_sql)
]

func consumers(_ dependencies: Dependencies) -> [Consumer] {
    [PeopleConsumer.consumer(dependencies), ObservationsConsumer.consumer(dependencies)]
}

/// The service, put together; the tests call this too.
func app(_ configuration: ServiceConfiguration, _ dependencies: Dependencies, verifier: TokenVerifier) -> ServiceApp {
    ServiceApp(
        configuration, pool: dependencies.pool, verifier: verifier, routes: routes(dependencies), consumers: consumers(dependencies),
        jobs: [
            .fireReminders(dependencies), .forgetOldEvaluations(dependencies), .forgetWithdrawnObservations(dependencies),
            .rewrapPersonKeys(dependencies.keys)
        ],
        masterKeys: dependencies.keys.masters, now: dependencies.now)
}

/// The service from its settings: what Main runs.
func serviceApp(_ configuration: ServiceConfiguration, _ environment: inout Environment, _ pool: PostgresPool) -> ServiceApp {
    let settings = HealthMonitorSettings(&environment)
    let dependencies = Dependencies(
        pool: pool, keys: PersonKeys(MasterKeys(&environment)), measurements: settings.measurementKeys(configuration), settings: settings,
        now: configuration.now)
    return app(configuration, dependencies, verifier: configuration.verifier())
}
