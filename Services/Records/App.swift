import CareModels
import CareService
import FHIR
import Foundation
import Outbox
import Postgres
import Sealing

/// What the handlers and consumers need from outside.
struct Dependencies: Sendable {
    var pool: PostgresPool
    var keys: PersonKeys
    /// Measurements are published in the clear, but do not lie in the database so.
    var eventSeal: EventSeal
    /// The platform's public address, before `/fhir/r4` in Location headers and links.
    var base: String
    /// Of bytes stored.
    var quota = StorageQuota()
    /// Of each person's writes.
    var turns = RecordsSettings.turns()
    var exports = ExportSettings()
    /// For as long a replica may have a person's key in memory.
    var keyLifetime: Duration = .seconds(300)
    var now: @Sendable () -> Date
    var newID: @Sendable () -> UUID = { .v7() }

    /// To the millisecond, as FHIR and events spell it: what is stored is what was told.
    var instant: Date { now().wholeMilliseconds }

    /// What every use case that writes records needs.
    var writing: Writing { Writing(keys: keys, eventSeal: eventSeal, quota: quota, now: { instant }, newID: newID) }

    var endpoints: OAuthEndpoints { OAuthEndpoints(issuer: base) }

    func urls(_ release: FHIRRelease) -> ResourceURLs { ResourceURLs(base, release) }
}

/// Records' migrations, oldest first.
let migrations = [
    Migration("v001_records", PackageResources.v001_records_sql),
    Migration("v002_storage", PackageResources.v002_storage_sql),
    Migration("v013_exports", PackageResources.v013_exports_sql),
    Migration("v014_receipts", PackageResources.v014_receipts_sql)
]

func consumers(_ dependencies: Dependencies) -> [Consumer] { [PeopleConsumer.consumer(dependencies)] }

/// The service, put together; the tests call this too.
func app(_ configuration: ServiceConfiguration, _ dependencies: Dependencies, verifier: TokenVerifier) -> ServiceApp {
    ServiceApp(
        configuration, pool: dependencies.pool, verifier: verifier, routes: routes(dependencies),
        consumers: consumers(dependencies),
        jobs: [.rewrapPersonKeys(dependencies.keys), .advanceExports(dependencies), .forgetExports(dependencies), .reopenRecords(dependencies)],

        eventSeal: dependencies.eventSeal, masterKeys: dependencies.keys.masters, now: dependencies.now)
}

/// The service from its settings: what Main runs.
func serviceApp(_ configuration: ServiceConfiguration, _ environment: inout Environment, _ pool: PostgresPool) -> ServiceApp {
    let settings = RecordsSettings(&environment)
    let dependencies = Dependencies(
        pool: pool, keys: settings.keys, eventSeal: EventSeal(settings.masters), base: configuration.issuer, quota: settings.quota,
        turns: RecordsSettings.turns(atOnce: settings.writesAtOnce), exports: settings.exports, keyLifetime: settings.keyCacheTime, now: configuration.now)
    return app(configuration, dependencies, verifier: configuration.verifier())
}
