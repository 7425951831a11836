import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// A new record, sealed.
struct NewRecord: Sendable {
    var id: RecordID
    var place: RecordPlace
    var address: [UInt8]
    var status: RecordStatus
    var at: Date
    var head: [UInt8]?
    var terms: [[UInt8]]
    var measurements: Measurements
    /// What a FHIR resource is found by.
    var search: SealedSearch?
    var body: [UInt8]
    /// Sealed: what was taken out of the body.
    var cuts: [UInt8]?
    var lifted: LiftedBody

    /// Bytes stored for it.
    var cost: Int { RecordStorage.cost(ofBody: body) + (head?.count ?? 0) + (cuts?.count ?? 0) + lifted.cost }

    /// Writes the record and its first version; no row when the owner was erased or the address is taken.
    fileprivate var insertion: SQL {
        """
        WITH live AS (\(PersonKeys.liveness(place.owner))), made AS (
            INSERT INTO records (record_id, owner_id, format, type, address, version, status, created_at, updated_at, head, terms,
                observations, is_observed, search, search_terms)
            SELECT \(id)::uuid, \(place.owner)::uuid, \(place.format.rawValue)::text, \(place.type)::text, \(address)::bytea, 1::bigint, \(status)::text,
                \(at)::timestamptz, \(at)::timestamptz, \(head)::bytea, \(terms.map { Data($0) })::bytea[],
                \(measurements.events)::bigint, \(measurements.isObserved)::boolean, \(search?.index)::bytea, \(search?.terms)::bigint[]
            FROM live
            ON CONFLICT ON CONSTRAINT records_one_an_address DO NOTHING
            RETURNING record_id
        )
        INSERT INTO record_versions (record_id, version, written_at, body, contents, lifted)
        SELECT record_id, 1, \(at)::timestamptz, \(body)::bytea, \(cuts)::bytea, \(lifted.cuts.length)::bigint FROM made
        """
    }
}

/// A record's next version, sealed.
struct NextVersion: Sendable {
    var id: RecordID
    var version: Int
    var status: RecordStatus
    var at: Date
    var head: [UInt8]?
    var terms: [[UInt8]]
    var measurements: Measurements
    var search: SealedSearch?
    /// Nil deletes it.
    var body: [UInt8]?
    /// Sealed: what was taken out of the body.
    var cuts: [UInt8]?
    var lifted: LiftedBody?

    /// Bytes stored for it, without the head.
    var cost: Int { (body.map(RecordStorage.cost) ?? 0) + (cuts?.count ?? 0) + (lifted?.cost ?? 0) }
}

/// What a write hears of its person on the way.
struct PersonInPassing: Sendable {
    /// Somebody subscribed to what changes.
    var isFollowed = false
    /// What they have stored was counted before: `RecordStorage`.
    var isCounted = false
}

extension Transaction {
    /// True for each record that was made; of whom was erased, or where the address is taken, none is. One round trip.
    func insert(_ records: [NewRecord]) async throws -> (made: [Bool], person: PersonInPassing) {
        guard let place = records.first?.place else { return ([], PersonInPassing()) }
        let affected = try await batch(
            records.map(\.insertion) + [
                "SELECT 1 FROM subscriptions WHERE owner_id = \(place.owner) AND state = 'active' LIMIT 1",
                "SELECT 1 FROM record_storage WHERE owner_id = \(place.owner)"
            ])
        let person = PersonInPassing(isFollowed: affected[records.count] == 1, isCounted: affected[records.count + 1] == 1)
        return (affected.prefix(records.count).map { $0 == 1 }, person)
    }

    /// The row is locked by then. Both statements go out with the next one, or with the commit.
    func append(_ next: NextVersion) async throws {
        try await executeLater(
            """
            UPDATE records SET version = \(next.version), status = \(next.status), updated_at = \(next.at), head = \(next.head),
                terms = \(next.terms.map { Data($0) })::bytea[], observations = \(next.measurements.events), is_observed = \(next.measurements.isObserved),
                search = \(next.search?.index), search_terms = \(next.search?.terms)::bigint[]
            WHERE record_id = \(next.id)
            """)
        try await executeLater(
            """
            INSERT INTO record_versions (record_id, version, written_at, body, contents, lifted)
            VALUES (\(next.id), \(next.version), \(next.at), \(next.body), \(next.cuts)::bytea, \(next.lifted?.cuts.length ?? 0))
            """)
    }

    /// The record, locked, and its owner's key against erasure.
    func lock(_ id: String, in place: RecordPlace, _ key: PersonKey) async throws -> (record: StoredRecord, person: PersonInPassing)? {
        let row = try await first(
            """
            WITH live AS (\(PersonKeys.liveness(place.owner)))
            SELECT \(unescaped: StoredRecord.columns),
                EXISTS (SELECT FROM subscriptions WHERE owner_id = \(place.owner) AND state = 'active') AS is_followed,
                EXISTS (SELECT FROM record_storage WHERE owner_id = \(place.owner)) AS is_counted
            FROM records r, live
            WHERE r.owner_id = \(place.owner) AND r.address = \(place.address(of: id, key)) FOR UPDATE OF r
            """)
        return try row.map { (try StoredRecord($0), PersonInPassing(isFollowed: try $0["is_followed"], isCounted: try $0["is_counted"])) }
    }

    /// Before their records go.
    func withdrawEvents(ofRecordsOf owner: UserID) async throws {
        try await withdrawEvents(of: "SELECT record_id FROM records WHERE owner_id = \(owner)", publishedIn: [.observations, .subscriptions])
    }

    /// All of a person, after their key was destroyed.
    func eraseRecords(of owner: UserID) async throws {
        try await batch([
            // With the changes that they told of.
            "DELETE FROM subscriptions WHERE owner_id = \(owner)",
            "DELETE FROM records WHERE owner_id = \(owner)",
            "DELETE FROM app_data_keys WHERE owner_id = \(owner)",
            "DELETE FROM contents WHERE owner_id = \(owner)",
            "DELETE FROM uploads WHERE owner_id = \(owner)",
            "DELETE FROM record_storage WHERE owner_id = \(owner)"
        ])
    }
}
