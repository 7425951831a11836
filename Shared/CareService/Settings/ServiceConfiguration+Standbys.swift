import Postgres

extension ServiceConfiguration {
    /// CARE_DATABASE_READ_URL (a secret; nobody reads from standbys without it): hosts of which those are meant that take no writes.
    /// CARE_DATABASE_READ_PATIENCE: how long a read waits for a standby before the primary is asked.
    static func standbys(_ name: String, _ poolSize: Int, _ environment: inout Environment) -> StandbySettings? {
        let url = environment.secret("CARE_DATABASE_READ_URL", default: "")
        let patience = environment.duration("CARE_DATABASE_READ_PATIENCE", default: .milliseconds(100))
        if patience < .milliseconds(1) || patience > .seconds(10) { environment.fail("CARE_DATABASE_READ_PATIENCE", "must be from 1 ms to 10 s") }
        return database(name, url, "CARE_DATABASE_READ_URL", &environment).map { StandbySettings($0, size: poolSize, patience: patience) }
    }
}
