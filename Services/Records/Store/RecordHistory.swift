import CareModels
import Foundation
import Postgres
import Sealing

/// Which versions of a person's resources: of one type, or of all of a release; written in a time, or what was current at one.
struct HistoryFilter: Sendable {
    var owner: UserID
    var format: RecordFormat
    /// Nil for all of these.
    var types: [String]?
    var when: When?
    var limit: Int
    var after: Place?

    enum When: Sendable, Equatable {
        /// From an instant on.
        case since(Date)
        /// What was current at an instant.
        case at(Date)
    }

    /// Behind a version, newest first.
    struct Place: Codable, Sendable, Equatable {
        var writtenAt: Date
        var record: RecordID
        var version: Int
    }
}

extension HistoryFilter.When {
    /// Of versions `v`.
    var condition: SQL {
        switch self {
        case .since(let instant): "v.written_at >= \(instant)"
        case .at(let instant):
            """
            v.written_at <= \(instant) AND v.version = (
                SELECT max(o.version) FROM record_versions o WHERE o.record_id = v.record_id AND o.written_at <= \(instant))
            """
        }
    }
}

extension HistoryFilter.Place: SealedPlace {
    static let seal = "history place"
}

extension PostgresRunner {
    /// The newest first. Which they are is found without their bodies.
    func history(_ filter: HistoryFilter, _ key: PersonKey) async throws -> VersionPage {
        var conditions: [SQL] = ["r.owner_id = \(SQL.unnamed(filter.owner))", "r.format = \(filter.format.rawValue)"]
        if let types = filter.types { conditions.append("r.type = ANY(\(types)::text[])") }
        if case .since(let since)? = filter.when { conditions.append("r.updated_at >= \(since)") }
        if let when = filter.when { conditions.append(when.condition) }
        if let after = filter.after {
            conditions.append("(v.written_at, v.record_id, v.version) < (\(after.writtenAt), \(after.record)::uuid, \(after.version))")
        }
        let selection: SQL = """
            SELECT \(unescaped: RecordVersion.columns) FROM (
                SELECT v.record_id, v.version, v.written_at FROM records r JOIN record_versions v ON v.record_id = r.record_id
                WHERE \(SQL.join(conditions, separator: " AND "))
                ORDER BY v.written_at DESC, v.record_id DESC, v.version DESC LIMIT \(filter.limit + 1)
            ) AS chosen
            JOIN records r ON r.record_id = chosen.record_id
            JOIN record_versions v ON v.record_id = chosen.record_id AND v.version = chosen.version
            """
        let order: SQL = "written_at DESC, record_id DESC, body_version DESC"
        let rows = try await query(.page(of: selection, in: order, bytes: RecordVersion.weight, most: VersionPage.mostBytes, isCounted: true))
        let selected: Int = try rows.first?["selected"] ?? 0
        let shown = rows.prefix(filter.limit)
        return try await sayingWhatBeganAnew(
            VersionPage(versions: try await whole(shown.map { try RecordVersion($0, key) }, key), hasMore: selected > shown.count))
    }

    /// Which of them stand behind a deletion.
    fileprivate func begunAnew(_ versions: [RecordVersion]) async throws -> Set<VersionName> {
        let rows = try await query(
            """
            SELECT v.record_id, v.version FROM unnest(\(versions.map(\.record.id.uuid))::uuid[], \(versions.map { $0.version - 1 })::bigint[]) AS p(record_id, version)
            JOIN record_versions v ON v.record_id = p.record_id AND v.version = p.version WHERE v.body IS NULL
            """)
        return Set(try rows.map { VersionName(record: try $0[0], version: try $0[1] + 1) })
    }

    func sayingWhatBeganAnew(_ page: VersionPage) async throws -> VersionPage {
        let later = page.versions.filter { $0.version > 1 && $0.body != nil }
        guard !later.isEmpty else { return page }
        let anew = try await begunAnew(later)
        var page = page
        for index in page.versions.indices { page.versions[index].beginsAnew = anew.contains(VersionName(page.versions[index])) }
        return page
    }
}

private struct VersionName: Hashable {
    var record: RecordID
    var version: Int

    init(record: RecordID, version: Int) { (self.record, self.version) = (record, version) }

    init(_ version: RecordVersion) { (record, self.version) = (version.record.id, version.version) }
}
