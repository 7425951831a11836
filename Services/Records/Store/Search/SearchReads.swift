import CareModels
import FHIR
import Foundation
import Postgres
import Sealing

/// A person's index as it was in memory: it is searched before anybody has asked whether something was written since, and what is found counts only when nothing was.
struct KnownIndex: Sendable {
    var person: PersonIndexes.Person
    /// The newest that is in it.
    var change: Int

    fileprivate var newest: SQL { person.newestChange }

    /// Nil where nothing is found any more.
    fileprivate func check(_ newest: Int?) throws { guard let newest, newest <= change else { throw IndexOutdated() } }
}

extension Budget.Portion {
    /// Whether there may be others behind these.
    func isCut(_ rows: [SearchedRow]) -> Bool { isCut(rows.count, bytes: rows.reduce(0) { $0 + ($1.sealed?.count ?? 0) }) }
}

/// Something was written since an index was read: the search begins again, behind that.
struct IndexOutdated: Error {}

extension PersonIndexes.Person {
    fileprivate var newestChange: SQL {
        "SELECT r.change FROM records r WHERE r.owner_id = \(owner) AND r.format = \(release.format.rawValue) ORDER BY r.change DESC LIMIT 1"
    }
}

extension PostgresRunner {
    /// Of what was written last of a person's resources; nil when there are none.
    func newestChange(of person: PersonIndexes.Person) async throws -> Int? { try await first(person.newestChange).map { try $0[0] } }

    /// Throws `IndexOutdated` when it is not the newest any more.
    func check(_ known: KnownIndex) async throws { try known.check(try await newestChange(of: known.person)) }

    /// What was written of a person's resources behind a change, in its order. So many, and all that have the last one's number: those of before there were any
    /// have 0 together.
    ///
    /// - Parameter bytes: of their indexes; it ends behind the one that goes over it. Nil: few enough are asked for.
    func changed(after change: Int, of person: PersonIndexes.Person, most: Int, bytes: Int? = nil) async throws -> [SearchedRow] {
        let newer: SQL = """
            SELECT \(unescaped: SearchedRow.columns) FROM records r
            WHERE r.owner_id = \(person.owner) AND r.change > \(change) AND r.format = \(person.release.format.rawValue) ORDER BY r.change
            FETCH FIRST (\(most)::bigint) ROWS WITH TIES
            """
        let read = bytes.map { SQL.page(of: newer, in: "change", bytes: SearchedRow.length, most: $0) } ?? newer
        return try await query(read).map { try SearchedRow($0) }
    }

    /// The next ones of some types, newest first, without deleted ones. `terms`: only those that have one of each of these, or were not given any yet. It ends
    /// behind the one by which their indexes are more than so many bytes.
    func searched(
        _ types: [String], terms: [[Int64]], of person: PersonIndexes.Person, before id: RecordID?, most: Int, bytes: Int = Budget.Portion().bytes
    ) async throws -> [SearchedRow] {
        // Those of one type lie in the order that is wanted.
        let ofTypes: SQL = types.count == 1 ? "r.type = \(types[0])" : "r.type = ANY(\(types)::text[])"
        var conditions: [SQL] = [
            "r.owner_id = \(SQL.unnamed(person.owner))", "r.format = \(person.release.format.rawValue)", ofTypes, "r.status <> 'deleted'"
        ]
        if let id { conditions.append("r.record_id < \(id)") }
        let common = SQL.join(conditions, separator: " AND ")
        var those: SQL = "records r WHERE \(common)"
        if !terms.isEmpty {
            let narrowed = SQL.join(terms.map { "r.search_terms && \($0)::bigint[]" as SQL }, separator: " AND ")
            // Each half has an index of its own.
            those = """
                (
                    SELECT r.* FROM records r WHERE \(common) AND \(narrowed)
                    UNION ALL
                    SELECT r.* FROM records r WHERE \(common) AND r.search IS NULL AND r.format <> 'app-data'
                ) r
                """
        }
        let selection: SQL = "SELECT \(unescaped: SearchedRow.columns) FROM \(those) ORDER BY r.record_id DESC LIMIT \(most)"
        return try await query(.page(of: selection, in: "record_id DESC", bytes: SearchedRow.length, most: bytes)).map { try SearchedRow($0) }
    }

    /// The ids of those of a filter; its words are blind indexes, which the database alone knows.
    func ids(_ filter: RecordFilter) async throws -> Set<RecordID> {
        Set(try await query("SELECT r.record_id FROM records r WHERE \(filter.condition)").map { try $0[0] as RecordID })
    }

    /// The rows at some addresses, without deleted ones.
    func searched(at addresses: [[UInt8]], of person: PersonIndexes.Person) async throws -> [SearchedRow] {
        try await query(
            """
            SELECT \(unescaped: SearchedRow.columns) FROM records r
            WHERE r.owner_id = \(person.owner) AND r.address = ANY(\(addresses.map { Data($0) })::bytea[]) AND r.status <> 'deleted'
            """
        ).map { try SearchedRow($0) }
    }

    /// These versions with their bodies as they lie there, in this order, until they would be so many bytes when they are whole; what is no more there is left out.
    ///
    /// - Parameter known: an index by which they were found: when it is not the newest any more, `IndexOutdated` is thrown.
    func bodies(
        _ wanted: [(id: RecordID, version: Int)], of owner: UserID, _ key: PersonKey, most: Int = VersionPage.mostBytes, by known: KnownIndex? = nil
    ) async throws -> [RecordVersion] {
        guard !wanted.isEmpty else { return [] }
        let newest: SQL = known.map { ", (\($0.newest)) AS newest" } ?? ""
        // One after the other by their keys, whatever is known of the tables: for a person of whom nothing was known yet all of theirs were read instead, by a plan
        // that was made anew each time.
        let selection: SQL = """
            SELECT \(unescaped: RecordVersion.columns), w.place\(newest)
            FROM unnest(\(wanted.map(\.id.uuid))::uuid[], \(wanted.map(\.version))::bigint[]) WITH ORDINALITY AS w (wanted_id, wanted_version, place)
            CROSS JOIN LATERAL (SELECT * FROM records WHERE record_id = w.wanted_id AND owner_id = \(owner) OFFSET 0) AS r
            CROSS JOIN LATERAL (SELECT * FROM record_versions WHERE record_id = w.wanted_id AND version = w.wanted_version OFFSET 0) AS v
            """
        let rows = try await query(.page(of: selection, in: "place", bytes: RecordVersion.weight, most: most))
        if let known { try known.check(try rows.first?["newest"]) }
        return try rows.map { try RecordVersion($0, key) }
    }
}
