import CareModels
import CareService
import HTTP
import Sealing

/// Records' own settings, with the master keys.
struct RecordsSettings: Sendable {
    var masters: MasterKeys
    /// For how many persons a data key is kept in memory at most, and for how long: CARE_RECORDS_KEY_CACHE, CARE_RECORDS_KEY_CACHE_TIME.
    var keyCache: Int
    var keyCacheTime: Duration
    /// So many of a person's writes have a connection to the database at once: CARE_RECORDS_WRITES_AT_ONCE.
    var writesAtOnce: Int
    /// MiB of memory for the indexes of persons who were searched lately: CARE_RECORDS_SEARCH_CACHE.
    var searchCache: Int
    var quota: StorageQuota
    /// CARE_RECORDS_OBSERVATION_CODES, CARE_RECORDS_CLEAR_MEASUREMENTS.
    var news: MeasurementNews
    /// CARE_RECORDS_VALIDATION: off, warn or enforce.
    var validation: ResourceValidation
    /// So long it is known who used a record: CARE_RECORDS_ACCESS_RETENTION.
    var accessRetention: Duration
    var exports: ExportSettings

    /// MiB, of so many bytes that the process may have: with as much again while indexes are read, a quarter of them beside the bodies' half.
    static func searchCache(within limit: Int) -> Int { max(16, min(128, limit / (8 << 20))) }
    /// Ten years.
    static let accessRetention: Duration = .seconds(3652 * 86_400)
    static let writesAtOnce = 2

    init(_ environment: inout Environment) {
        masters = MasterKeys(&environment)
        keyCache = environment.int("CARE_RECORDS_KEY_CACHE", default: 10_000, in: 1...10_000_000)
        keyCacheTime = environment.duration("CARE_RECORDS_KEY_CACHE_TIME", default: .seconds(300))
        writesAtOnce = environment.int("CARE_RECORDS_WRITES_AT_ONCE", default: Self.writesAtOnce, in: 1...1000)
        searchCache = environment.int("CARE_RECORDS_SEARCH_CACHE", default: Self.searchCache(within: MemoryLimit.current()), in: 1...65_536)
        quota = StorageQuota(&environment)
        let everyCode = ObservedCode.allCases.map(\.rawValue).joined(separator: " ")
        let named = environment.string("CARE_RECORDS_OBSERVATION_CODES", default: everyCode).split(whereSeparator: \.isWhitespace)
        let codes = named.compactMap { ObservedCode(rawValue: String($0)) }
        if codes.count < named.count, named != ["none"] { environment.fail("CARE_RECORDS_OBSERVATION_CODES", "must name codes among \(everyCode), or be none") }
        news = MeasurementNews(codes: Set(codes), inTheClear: environment.bool("CARE_RECORDS_CLEAR_MEASUREMENTS", default: false))
        validation = environment.value("CARE_RECORDS_VALIDATION", default: .enforce)
        accessRetention = Self.retentionOfAccesses(&environment)
        exports = ExportSettings(&environment)
    }

    /// Which the command that checks the log asks for too.
    static func retentionOfAccesses(_ environment: inout Environment) -> Duration {
        let retention = environment.duration("CARE_RECORDS_ACCESS_RETENTION", default: accessRetention)
        if retention < .seconds(86_400) { environment.fail("CARE_RECORDS_ACCESS_RETENTION", "must be at least 1d") }
        return retention
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
