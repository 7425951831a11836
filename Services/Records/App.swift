import CareModels
import CareService
import FHIR
import Foundation
import HTTP
import Outbox
import Postgres
import Sealing

/// What the handlers and consumers need from outside.
struct Dependencies: Clocked, Sendable {
    var pool: PostgresPool
    var keys: PersonKeys
    /// What was measured, and when, is published in the clear, but does not lie in the database so.
    var eventSeal: EventSeal
    var news: MeasurementNews
    /// The platform's public address, before `/fhir/r4` in Location headers and links.
    var base: String
    /// Of bytes stored.
    var quota: StorageQuota
    var validation: ResourceValidation
    /// Of persons who were searched lately.
    var indexes: PersonIndexes
    /// Of each person's writes.
    var turns: Turns<UserID>
    let groups = WriteGroups()
    /// Of pictures, shared by all of the process.
    var thumbnailer = Thumbnailer()
    /// So long it is known who used a record.
    var accessRetention: Duration
    var exports: ExportSettings
    /// For as long a replica may have a person's key in memory.
    var keyLifetime: Duration
    var now: @Sendable () -> Date
    var newID: @Sendable () -> UUID
    /// Notes who used whose, before they are answered.
    let journal: AccessJournal
    /// How much that may be, of one person.
    let noteAllowance: NoteAllowance
    /// Of one person's uploads, how often the last step may fail: for each the whole file is read again. Each replica counts for itself, in memory.
    let finishes = RateLimiter(burst: BeginUpload.mostOpen, every: .seconds(60))

    init(
        pool: PostgresPool, keys: PersonKeys, eventSeal: EventSeal, news: MeasurementNews = MeasurementNews(), base: String,
        quota: StorageQuota = StorageQuota(), validation: ResourceValidation = .enforce,
        indexes: PersonIndexes = PersonIndexes(capacity: 128 << 20), turns: Turns<UserID> = RecordsSettings.turns(),
        accessRetention: Duration = RecordsSettings.accessRetention, exports: ExportSettings = ExportSettings(), keyLifetime: Duration = .seconds(300),
        noteAllowance: NoteAllowance = NoteAllowance(),
        now: @escaping @Sendable () -> Date, newID: @escaping @Sendable () -> UUID = { .v7() }
    ) {
        self.pool = pool
        self.keys = keys
        self.eventSeal = eventSeal
        self.news = news
        self.base = base
        self.quota = quota
        self.validation = validation
        self.indexes = indexes
        self.turns = turns
        self.accessRetention = accessRetention
        self.exports = exports
        self.keyLifetime = keyLifetime
        self.noteAllowance = noteAllowance
        self.now = now
        self.newID = newID
        journal = AccessJournal(pool, keys, now: { now().wholeMilliseconds }, newID: newID)
    }

    /// What every use case that writes records needs, where nothing that is stored is read for it.
    var writing: Writing { writing(within: Budget()) }

    func writing(within budget: Budget) -> Writing {
        Writing(
            keys: keys, eventSeal: eventSeal, news: news, quota: quota, validation: validation, base: base, now: moment, newID: newID, budget: budget)
    }

    /// Of a request, whose share of the server's memory what is read for it takes, and whose caller has room for so many notes. `keepsBodies`: what it writes is shown.
    func budget(of request: Request, searches: Int = 1, keepsBodies: Bool = false) -> Budget {
        Budget(searches: searches, keepsBodies: keepsBodies, memory: request) { [noteAllowance] notes, things in
            try noteAllowance.take(notes, things: things, by: request.identity)
        }
    }

    var endpoints: OAuthEndpoints { OAuthEndpoints(issuer: base) }

    func urls(_ release: FHIRRelease) -> ResourceURLs { ResourceURLs(base, release) }
}

extension Request: Budget.Memory {}

/// Records' migrations, oldest first.
let migrations = [
    Migration("v001_records", PackageResources.v001_records_sql),
    Migration("v002_storage", PackageResources.v002_storage_sql),
    Migration("v003_search", PackageResources.v003_search_sql),
    Migration("v006_contents", PackageResources.v006_contents_sql),
    Migration("v007_lifted", PackageResources.v007_lifted_sql),
    Migration("v008_uploads", PackageResources.v008_uploads_sql),
    Migration("v009_consents", PackageResources.v009_consents_sql),
    Migration("v010_access_log", PackageResources.v010_access_log_sql),
    Migration("v011_providers", PackageResources.v011_providers_sql),
    Migration("v012_overrides", PackageResources.v012_overrides_sql),
    Migration("v013_exports", PackageResources.v013_exports_sql),
    Migration("v014_receipts", PackageResources.v014_receipts_sql),
    Migration("v015_app_data_keys", PackageResources.v015_app_data_keys_sql),
    Migration("v016_subscriptions", PackageResources.v016_subscriptions_sql),
    Migration("v017_subscription_events", PackageResources.v017_subscription_events_sql),
    Migration("v019_upload_turns", PackageResources.v019_upload_turns_sql),
    Migration("v020_subscription_hooks", PackageResources.v020_subscription_hooks_sql),
    Migration("v021_seen_versions", PackageResources.v021_seen_versions_sql),
    Migration("v023_export_deletions", PackageResources.v023_export_deletions_sql),
    Migration("v024_changes_drawn", PackageResources.v024_changes_drawn_sql),
    Migration("v025_access_log_kept", PackageResources.v025_access_log_kept_sql),
    Migration("v026_access_lists", PackageResources.v026_access_lists_sql),
    Migration("v027_export_persons", PackageResources.v027_export_persons_sql)
]

func consumers(_ dependencies: Dependencies) -> [Consumer] {
    [PeopleConsumer.consumer(dependencies), OrganisationsConsumer.consumer(), SubscriptionHooksConsumer.consumer()]
}

/// The service, put together; the tests call this too.
func app(_ configuration: ServiceConfiguration, _ dependencies: Dependencies, verifier: TokenVerifier) -> ServiceApp {
    ServiceApp(
        configuration, pool: dependencies.pool, verifier: verifier, routes: routes(dependencies),
        consumers: consumers(dependencies),
        jobs: [
            .rewrapPersonKeys(dependencies.keys), .indexRecords(dependencies), .forgetUnusedContents(dependencies), .forgetAccesses(dependencies),
            .listAccessHeads(dependencies), .advanceExports(dependencies), .advanceIncrementalExports(dependencies), .advancePersonsExports(dependencies),
            .forgetExports(dependencies), .reopenRecords(dependencies), .advanceSubscriptions(dependencies), .forgetSubscriptionEvents(dependencies),
            .finishErasures(dependencies)
        ],
        eventSeal: dependencies.eventSeal, masterKeys: dependencies.keys.masters, now: dependencies.now)
}

/// The service from its settings: what Main runs.
func serviceApp(_ configuration: ServiceConfiguration, _ environment: inout Environment, _ pool: PostgresPool) -> ServiceApp {
    let settings = RecordsSettings(&environment)
    let dependencies = Dependencies(
        pool: pool, keys: settings.keys, eventSeal: EventSeal(settings.masters), news: settings.news, base: configuration.issuer,
        quota: settings.quota, validation: settings.validation, indexes: PersonIndexes(capacity: settings.searchCache << 20, lifetime: settings.keyCacheTime),
        turns: RecordsSettings.turns(atOnce: settings.writesAtOnce), accessRetention: settings.accessRetention, exports: settings.exports,
        keyLifetime: settings.keyCacheTime, now: configuration.now)
    return app(configuration, dependencies, verifier: configuration.verifier())
}
