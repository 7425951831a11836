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
    var now: @Sendable () -> Date = { Date() }
    var newID: @Sendable () -> UUID = { .v7() }
}

/// The directory's migrations, oldest first.
let migrations = [Migration("v001_er_directory", PackageResources.v001_er_directory_sql)]

/// The service, put together; the tests call this too.
func app(_ configuration: ServiceConfiguration, _ dependencies: Dependencies, verifier: TokenVerifier) -> ServiceApp {
    ServiceApp(configuration, pool: dependencies.pool, verifier: verifier, routes: routes(dependencies), masterKeys: dependencies.masterKeys)
}
