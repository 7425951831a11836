import CareModels
import CareService
import Foundation
import Postgres
import Sealing

/// What the handlers need from outside.
struct Dependencies: Sendable {
    var pool: PostgresPool
    var settings = ERDirectorySettings()
    var masterKeys: MasterKeys?
    var now: @Sendable () -> Date
    var newID: @Sendable () -> UUID = { .v7() }
}

/// The directory's migrations, oldest first.
let migrations = [
    Migration("v001_er_directory", PackageResources.v001_er_directory_sql),
    Migration("v002_weekly_hours", PackageResources.v002_weekly_hours_sql)
]

/// The service, put together; the tests call this too.
func app(_ configuration: ServiceConfiguration, _ dependencies: Dependencies, verifier: TokenVerifier) -> ServiceApp {
    ServiceApp(
        configuration, pool: dependencies.pool, verifier: verifier, routes: routes(dependencies), masterKeys: dependencies.masterKeys, now: dependencies.now)
}

/// The service from its settings: what Main runs.
func serviceApp(_ configuration: ServiceConfiguration, _ environment: inout Environment, _ pool: PostgresPool) -> ServiceApp {
    let dependencies = Dependencies(
        pool: pool, settings: ERDirectorySettings(&environment), masterKeys: .ifGiven(&environment), now: configuration.now)
    return app(configuration, dependencies, verifier: configuration.verifier())
}
