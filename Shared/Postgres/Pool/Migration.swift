/// One forward step of a database's schema. Once released it is never changed: mend with a further one. The release before
/// goes on running beside it, so first expand (add, nullable or with a default), and contract in a later release.
package struct Migration: Sendable {
    /// Lower-case letters, digits and `_`: `v003_appointment_types`.
    package let name: String
    /// UTF-8. It runs in a transaction: no BEGIN, COMMIT or CREATE INDEX CONCURRENTLY in it.
    package let sql: [UInt8]

    /// `Migration("v001_users", PackageResources.v001_users_sql)`.
    package init(_ name: String, _ sql: [UInt8]) {
        let isPlain = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
        precondition(isPlain && !name.isEmpty, "a migration's name has lower-case letters, digits and _ only")
        self.name = name
        self.sql = sql
    }
}
