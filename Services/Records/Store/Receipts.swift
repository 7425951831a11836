import CareModels
import Foundation
import Postgres
import Sealing

extension PostgresRunner {
    /// Until when nothing new is stored of a person, after what was there was destroyed; nil: it is.
    func closing(of person: UserID) async throws -> Date? {
        let row = try await first(
            "SELECT closed_until FROM record_receipts WHERE owner_id = \(person) AND closed_until IS NOT NULL ORDER BY receipt_id DESC LIMIT 1")
        return try row?[0]
    }

    /// The newest first.
    func receipts(of person: UserID, _ most: Int, after: ReceiptID?) async throws -> [SignedReceipt] {
        let place: SQL = after.map { "AND receipt_id < \($0)" } ?? ""
        let rows = try await query(
            """
            SELECT receipt_id, made_at, signed FROM record_receipts WHERE owner_id = \(person) \(place) ORDER BY receipt_id DESC LIMIT \(most)
            """)
        return try rows.map { SignedReceipt(id: try $0[0], at: try $0[1], signed: try $0[2]) }
    }

    /// All that ever signed a receipt.
    func receiptKeys() async throws -> [JSONWebKey] {
        let rows = try await query("SELECT public_key FROM receipt_keys ORDER BY created_at, kid")
        return try rows.map { row -> JSONWebKey in
            let key: [UInt8] = try row[0]
            return JSONWebKey(publicKey: key)
        }
    }
}

/// How much there is of a person.
struct RecordCounts: Sendable {
    var records: Int
    var versions: Int
    /// Of versions and of files, also of those that were still coming.
    var bytes: Int
}

/// A record that is there, as those who follow the events know it.
struct LivingRecord: Sendable {
    var id: RecordID
    var format: RecordFormat
    var type: String
    var version: Int
    var measurements: Measurements
}

extension Transaction {
    func counts(of person: UserID) async throws -> RecordCounts {
        let row = try await first(
            """
            SELECT (SELECT count(*) FROM records WHERE owner_id = \(person)), count(*),
                (coalesce(sum(octet_length(v.body)), 0) + (SELECT coalesce(sum(size), 0) FROM contents WHERE owner_id = \(person))
                    + (SELECT coalesce(sum(received), 0) FROM uploads WHERE owner_id = \(person) AND NOT is_done))::bigint
            FROM records r JOIN record_versions v USING (record_id) WHERE r.owner_id = \(person)
            """)
        return RecordCounts(records: try row?[0] ?? 0, versions: try row?[1] ?? 0, bytes: try row?[2] ?? 0)
    }

    /// Those that are not deleted, by their ids.
    func living(of person: UserID, behind: RecordID?, _ most: Int) async throws -> [LivingRecord] {
        let place: SQL = behind.map { "AND record_id > \($0)" } ?? ""
        let rows = try await query(
            """
            SELECT record_id, format, type, version, observations, is_observed FROM records
            WHERE owner_id = \(person) AND status <> 'deleted' \(place) ORDER BY record_id LIMIT \(most)
            """)
        return try rows.map { row in
            LivingRecord(
                id: try row[0], format: try row[1], type: try row[2], version: try row[3],
                measurements: Measurements(events: try row[4], isObserved: try row[5]))
        }
    }

    /// The newest of theirs stay: whoever destroys a record again and again leaves no rows without end.
    func insert(_ receipt: SignedReceipt, of person: UserID, closedUntil: Date, key: JSONWebKey, publicKey: [UInt8]) async throws {
        try await batch([
            """
            INSERT INTO receipt_keys (kid, public_key, created_at) VALUES (\(key.kid), \(publicKey), \(receipt.at)) ON CONFLICT DO NOTHING
            """,
            """
            INSERT INTO record_receipts (receipt_id, owner_id, made_at, closed_until, signed)
            VALUES (\(receipt.id), \(person), \(receipt.at), \(closedUntil), \(receipt.signed))
            """,
            """
            DELETE FROM record_receipts WHERE owner_id = \(person) AND receipt_id IN (
                SELECT receipt_id FROM record_receipts WHERE owner_id = \(person) ORDER BY receipt_id DESC OFFSET \(SignedReceipt.most))
            """
        ])
    }

    /// True when new things may be stored of the person from now on, and could not before.
    func open(_ person: UserID) async throws -> Bool {
        try await execute("UPDATE record_receipts SET closed_until = NULL WHERE owner_id = \(person) AND closed_until IS NOT NULL") > 0
    }

    func eraseReceipts(of person: UserID) async throws { try await execute("DELETE FROM record_receipts WHERE owner_id = \(person)") }
}
