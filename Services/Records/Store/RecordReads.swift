import CareModels
import Foundation
import Postgres
import Sealing

extension PostgresRunner {
    /// The current version, whole.
    func current(_ id: String, in place: RecordPlace, _ key: PersonKey) async throws -> RecordVersion? {
        guard let stored = try await storedCurrent(id, in: place, key) else { return nil }
        return try await whole(stored, key)
    }

    func version(_ version: Int, of id: String, in place: RecordPlace, _ key: PersonKey) async throws -> RecordVersion? {
        guard let stored = try await storedVersion(version, of: id, in: place, key) else { return nil }
        return try await whole(stored, key)
    }

    /// As it lies there: `RecordVersion.cuts` says what was taken out of its body.
    func storedCurrent(_ id: String, in place: RecordPlace, _ key: PersonKey) async throws -> RecordVersion? {
        let row = try await first(
            """
            SELECT \(unescaped: RecordVersion.columns) FROM records r
            JOIN record_versions v ON v.record_id = r.record_id AND v.version = r.version
            WHERE r.owner_id = \(place.owner) AND r.address = \(place.address(of: id, key))
            """)
        return try row.map { try RecordVersion($0, key) }
    }

    /// Which versions are at these addresses, deleted ones too.
    func versions(at addresses: [[UInt8]], of owner: UserID) async throws -> [[UInt8]: Int] {
        let rows = try await query(
            "SELECT address, version FROM records WHERE owner_id = \(owner) AND address = ANY(\(addresses.map { Data($0) })::bytea[])")
        return Dictionary(try rows.map { (try $0["address"] as [UInt8], try $0["version"] as Int) }, uniquingKeysWith: { $1 })
    }

    /// The current versions at these addresses, by their address, as they lie there: until they would be so many bytes when they are whole. `isCut`: some of the others
    /// are there too.
    func storedCurrent(
        at addresses: [[UInt8]], of owner: UserID, _ key: PersonKey, most: Int = VersionPage.mostBytes
    ) async throws -> (found: [[UInt8]: RecordVersion], isCut: Bool) {
        if addresses.isEmpty { return (found: [:], isCut: false) }
        let selection: SQL = """
            SELECT \(unescaped: RecordVersion.columns), r.address FROM records r
            JOIN record_versions v ON v.record_id = r.record_id AND v.version = r.version
            WHERE r.owner_id = \(owner) AND r.address = ANY(\(addresses.map { Data($0) })::bytea[])
            """
        let rows = try await query(.page(of: selection, in: "record_id", bytes: RecordVersion.weight, most: most, isCounted: true))
        let selected: Int = try rows.first?["selected"] ?? 0
        var found: [[UInt8]: RecordVersion] = [:]
        for row in rows { found[try row["address"]] = try RecordVersion(row, key) }
        return (found: found, isCut: selected > rows.count)
    }

    func storedVersion(_ version: Int, of id: String, in place: RecordPlace, _ key: PersonKey) async throws -> RecordVersion? {
        let row = try await first(
            """
            SELECT \(unescaped: RecordVersion.columns) FROM records r
            JOIN record_versions v ON v.record_id = r.record_id AND v.version = \(version)
            WHERE r.owner_id = \(place.owner) AND r.address = \(place.address(of: id, key))
            """)
        return try row.map { try RecordVersion($0, key) }
    }

    /// The newest first, those before `before`.
    func history(
        of id: String, in place: RecordPlace, _ key: PersonKey, when: HistoryFilter.When?, before: Int?, limit: Int
    ) async throws -> VersionPage {
        var conditions: [SQL] = ["r.owner_id = \(place.owner)", "r.address = \(place.address(of: id, key))"]
        if let when { conditions.append(when.condition) }
        if let before { conditions.append("v.version < \(before)") }
        let selection: SQL = """
            SELECT \(unescaped: RecordVersion.columns) FROM records r JOIN record_versions v ON v.record_id = r.record_id
            WHERE \(SQL.join(conditions, separator: " AND ")) ORDER BY v.version DESC LIMIT \(limit + 1)
            """
        return try await sayingWhatBeganAnew(try await versions(selection, downBy: "body_version", limit: limit, key))
    }

    /// Without their bodies.
    func versionHeads(of id: String, in place: RecordPlace, _ key: PersonKey, before: Int?, limit: Int) async throws -> [VersionHead] {
        let rows = try await query(
            """
            SELECT v.version, v.written_at, octet_length(v.body)::bigint FROM records r JOIN record_versions v ON v.record_id = r.record_id
            WHERE r.owner_id = \(place.owner) AND r.address = \(place.address(of: id, key)) AND v.version < \(before ?? Int.max)
            ORDER BY v.version DESC LIMIT \(limit)
            """)
        return try rows.map { row in
            let sealed: Int? = try row[2]
            return VersionHead(version: try row[0], writtenAt: try row[1], bytes: sealed.map { $0 - PersonKey.overhead })
        }
    }

    func countVersions(of id: String, in place: RecordPlace, _ key: PersonKey, when: HistoryFilter.When?) async throws -> Int {
        let row = try await first(
            """
            SELECT count(*) FROM records r JOIN record_versions v ON v.record_id = r.record_id
            WHERE r.owner_id = \(place.owner) AND r.address = \(place.address(of: id, key)) AND \(when?.condition ?? "true")
            """)
        return try row?[0] ?? 0
    }

    /// What is known of a record without its contents; of the owner's records only.
    func record(_ id: RecordID, of owner: UserID, _ key: PersonKey) async throws -> RecordSummary? {
        let row = try await first("SELECT \(unescaped: StoredRecord.columns) FROM records r WHERE r.record_id = \(id) AND r.owner_id = \(owner)")
        return try row.map { try RecordSummary($0, key) }
    }
}

/// A version without its body.
struct VersionHead: Sendable {
    var version: Int
    var writtenAt: Date
    /// Nil for a deletion.
    var bytes: Int?
}
