import CareService

/// Records' own settings, with the master keys.
struct RecordsSettings: Sendable {
    var masters: MasterKeys
    /// For how many persons a data key is kept in memory at most, and for how long: CARE_RECORDS_KEY_CACHE, CARE_RECORDS_KEY_CACHE_TIME.
    var keyCache: Int
    var keyCacheTime: Duration

    init(_ environment: inout Environment) {
        masters = MasterKeys(&environment)
        keyCache = environment.int("CARE_RECORDS_KEY_CACHE", default: 10_000, in: 1...10_000_000)
        keyCacheTime = environment.duration("CARE_RECORDS_KEY_CACHE_TIME", default: .seconds(300))
    }

    var keys: PersonKeys { PersonKeys(masters, capacity: keyCache, lifetime: keyCacheTime) }
}
