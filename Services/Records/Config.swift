import CareModels
import CareService
import Sealing

/// Records' own settings, with the master keys.
struct RecordsSettings: Sendable {
    var masters: MasterKeys
    /// For how many persons a data key is kept in memory at most, and for how long: CARE_RECORDS_KEY_CACHE, CARE_RECORDS_KEY_CACHE_TIME.
    var keyCache: Int
    var keyCacheTime: Duration
    /// So many of a person's writes have a connection to the database at once: CARE_RECORDS_WRITES_AT_ONCE.
    var writesAtOnce: Int
    var quota: StorageQuota
    var exports: ExportSettings

    static let writesAtOnce = 2

    init(_ environment: inout Environment) {
        masters = MasterKeys(&environment)
        keyCache = environment.int("CARE_RECORDS_KEY_CACHE", default: 10_000, in: 1...10_000_000)
        keyCacheTime = environment.duration("CARE_RECORDS_KEY_CACHE_TIME", default: .seconds(300))
        writesAtOnce = environment.int("CARE_RECORDS_WRITES_AT_ONCE", default: Self.writesAtOnce, in: 1...1000)
        quota = StorageQuota(&environment)
        exports = ExportSettings(&environment)
    }

    /// A hundred more may wait, ten seconds at most.
    static func turns(atOnce: Int = RecordsSettings.writesAtOnce, patience: Duration = .seconds(10)) -> Turns<UserID> {
        Turns(atOnce: atOnce, waiting: 100, patience: patience)
    }

    var keys: PersonKeys { PersonKeys(masters, capacity: keyCache, lifetime: keyCacheTime) }
}

/// Of exports of whole records.
struct ExportSettings: Sendable {
    /// Of one caller, kept at once: CARE_RECORDS_EXPORTS.
    var most = 5
    /// For so long an export's files can be downloaded: CARE_RECORDS_EXPORT_TIME.
    var kept: Duration = .seconds(86_400)

    init() {}

    init(_ environment: inout Environment) {
        most = environment.int("CARE_RECORDS_EXPORTS", default: most, in: 1...1000)
        kept = environment.duration("CARE_RECORDS_EXPORT_TIME", default: kept)
    }
}
