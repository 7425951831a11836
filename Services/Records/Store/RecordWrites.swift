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

    /// So many in one statement: of each number there is one that is prepared.
    fileprivate static let most = 8

    /// What may be missing is sent as no bytes, which nothing sealed is: so it has a type, and the statement is the same.
    private var row: SQL {
        let (head, index, searched, contents) = (self.head ?? [], search?.index ?? [], search?.terms ?? [], cuts ?? [])
        let annotated = terms.map { Data($0) }
        return """
            (\(id), \(place.format.rawValue)::text, \(place.type)::text, \(address), \(status)::text, \(at), \(head), \(annotated), \(measurements.events),
                \(measurements.isObserved), \(index), \(searched), \(body), \(contents), \(lifted.cuts.length))
            """
    }

    /// Writes some of one person's records, each with its first version; a row for each that was made: none when the owner was erased, and none where the address is taken.
    fileprivate static func insertion(of records: ArraySlice<NewRecord>, to owner: UserID) -> SQL {
        let rows = SQL.join(records.map(\.row), separator: ", ")
        return """
            WITH live AS (\(PersonKeys.liveness(owner))), given (record_id, format, type, address, status, at, head, terms, observations, is_observed, search,
                search_terms, body, contents, lifted) AS (VALUES \(rows)
            ), made AS (
                INSERT INTO records (record_id, owner_id, format, type, address, version, status, created_at, updated_at, head, terms,
                    observations, is_observed, search, search_terms)
                SELECT record_id, \(owner)::uuid, format, type, address, 1, status, at, at, nullif(head, ''), terms, observations, is_observed,
                    nullif(search, ''), CASE WHEN search <> '' THEN search_terms END
                FROM given, live
                ON CONFLICT ON CONSTRAINT records_one_an_address DO NOTHING
                RETURNING record_id
            )
            INSERT INTO record_versions (record_id, version, written_at, body, contents, lifted)
            SELECT record_id, 1, at, body, nullif(contents, ''), lifted FROM given JOIN made USING (record_id)
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

extension PersonInPassing {
    fileprivate init(_ row: Row) throws { self.init(isFollowed: try row["is_followed"], isCounted: try row["is_counted"]) }

    /// What `init` reads of a row.
    fileprivate static func columns(of owner: UserID) -> SQL {
        "EXISTS (SELECT FROM \(followers(of: owner))) AS is_followed, EXISTS (SELECT FROM \(counts(of: owner))) AS is_counted"
    }

    fileprivate static func followers(of owner: UserID) -> SQL { "subscriptions WHERE owner_id = \(owner) AND state = 'active'" }
    fileprivate static func counts(of owner: UserID) -> SQL { "record_storage WHERE owner_id = \(owner)" }
}

extension Transaction {
    /// Whether all of one person's records were made: of who was erased, or where the address is taken, none is. One round trip.
    func insert(_ records: [NewRecord]) async throws -> (areMade: Bool, person: PersonInPassing) {
        guard let owner = records.first?.place.owner else { return (true, PersonInPassing()) }
        let pieces = stride(from: 0, to: records.count, by: NewRecord.most).map { records[$0..<min($0 + NewRecord.most, records.count)] }
        let affected = try await batch(
            pieces.map { NewRecord.insertion(of: $0, to: owner) } + [
                "SELECT 1 FROM \(PersonInPassing.followers(of: owner)) LIMIT 1",
                "SELECT 1 FROM \(PersonInPassing.counts(of: owner))"
            ])
        let person = PersonInPassing(isFollowed: affected[pieces.count] == 1, isCounted: affected[pieces.count + 1] == 1)
        return (affected.prefix(pieces.count).reduce(0, +) == records.count, person)
    }

    /// The row is locked by then. Goes out with the next statement, or with the commit.
    func append(_ next: NextVersion) async throws {
        try await executeLater(
            """
            WITH version AS (
                INSERT INTO record_versions (record_id, version, written_at, body, contents, lifted)
                VALUES (\(next.id), \(next.version), \(next.at), \(next.body), \(next.cuts)::bytea, \(next.lifted?.cuts.length ?? 0))
            )
            UPDATE records SET version = \(next.version), status = \(next.status), updated_at = \(next.at), head = \(next.head),
                terms = \(next.terms.map { Data($0) })::bytea[], observations = \(next.measurements.events), is_observed = \(next.measurements.isObserved),
                search = \(next.search?.index), search_terms = \(next.search?.terms)::bigint[], change = nextval('records_changes')
            WHERE record_id = \(next.id)
            """)
    }

    /// The record, locked, and its owner's key against erasure.
    func lock(_ id: String, in place: RecordPlace, _ key: PersonKey) async throws -> (record: StoredRecord, person: PersonInPassing)? {
        let row = try await first(
            """
            WITH live AS (\(PersonKeys.liveness(place.owner)))
            SELECT \(unescaped: StoredRecord.columns), \(PersonInPassing.columns(of: place.owner))
            FROM records r, live
            WHERE r.owner_id = \(place.owner) AND r.address = \(place.address(of: id, key)) FOR UPDATE OF r
            """)
        return try row.map { (try StoredRecord($0), try PersonInPassing($0)) }
    }

    /// The same of several at these addresses, in one order and one round trip: those that are there.
    func lock(at addresses: Set<[UInt8]>, of owner: UserID) async throws -> [[UInt8]: (record: StoredRecord, person: PersonInPassing)] {
        let wanted: [SQL] = addresses.map { address in "(\(address))" }
        let rows = try await query(
            """
            WITH live AS (\(PersonKeys.liveness(owner)))
            SELECT \(unescaped: StoredRecord.columns), r.address, \(PersonInPassing.columns(of: owner))
            FROM records r, live
            WHERE r.owner_id = \(owner) AND r.address IN (VALUES \(SQL.join(wanted, separator: ", "))) ORDER BY r.record_id FOR UPDATE OF r
            """)
        var found: [[UInt8]: (record: StoredRecord, person: PersonInPassing)] = [:]
        for row in rows { found[try row["address"]] = (try StoredRecord(row), try PersonInPassing(row)) }
        return found
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
