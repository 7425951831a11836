import CareService
import Foundation
import Postgres

/// The service, put together: what Main runs and the tests start in-process.
func app(_ configuration: ServiceConfiguration, _ dependencies: Dependencies) -> ServiceApp {
    let keys = dependencies.keys
    let verifier = TokenVerifier(
        issuer: dependencies.config.issuer, audience: dependencies.config.audience, longest: configuration.accessTokenLifetime, interval: .seconds(5)
    ) { try await keys.published() }
    return ServiceApp(
        configuration, pool: dependencies.pool, verifier: verifier, routes: routes(Handlers(dependencies)), jobs: jobs(dependencies),
        masterKeys: dependencies.config.masterKeys, now: dependencies.now)
}

let migrations = [
    Migration("v001_auth", PackageResources.v001_auth_sql),
    Migration("v002_sealed_by", PackageResources.v002_sealed_by_sql),
    Migration("v003_sign_ups_and_costs", PackageResources.v003_sign_ups_and_costs_sql),
    Migration("v004_event_keys", PackageResources.v004_event_keys_sql)
]
