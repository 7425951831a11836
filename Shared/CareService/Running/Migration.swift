import Crypto
import Foundation

/// One forward step of a database's schema. Once released it is never changed: mend with a further one. The release before
/// goes on running beside it, so first expand (add, nullable or with a default), and contract in a later release.
public struct Migration: Sendable {
    /// Lower-case letters, digits and `_`: `v003_appointment_types`.
    public let name: String
    /// UTF-8. It runs in a transaction: no BEGIN, COMMIT or CREATE INDEX CONCURRENTLY in it.
    public let sql: [UInt8]

    /// `Migration("v001_users", PackageResources.v001_users_sql)`.
    public init(_ name: String, _ sql: [UInt8]) {
        let isPlain = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
        precondition(isPlain && !name.isEmpty, "a migration's name has lower-case letters, digits and _ only")
        self.name = name
        self.sql = sql
    }

    /// SHA-256 of the file, hexadecimal.
    public var checksum: String {
        SHA256.hash(data: sql).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// The kit's own tables, in every service's database before the service's own migrations.
    public static let kit = [
        Migration("care_v001_outbox", PackageResources.care_v001_outbox_sql),
        Migration("care_v002_inbox", PackageResources.care_v002_inbox_sql),
        Migration("care_v003_idempotency_keys", PackageResources.care_v003_idempotency_keys_sql),
        Migration("care_v004_timers", PackageResources.care_v004_timers_sql),
        Migration("care_v005_person_keys", PackageResources.care_v005_person_keys_sql),
        Migration("care_v006_sealed_events", PackageResources.care_v006_sealed_events_sql),
        Migration("care_v007_event_signatures", PackageResources.care_v007_event_signatures_sql),
        Migration("care_v008_idempotency_keys_by_hash", PackageResources.care_v008_idempotency_keys_by_hash_sql)
    ]
}
