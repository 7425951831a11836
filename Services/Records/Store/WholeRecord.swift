import CareModels
import FHIR
import Foundation
import Postgres
import Sealing

/// Which part of a whole record.
struct WholeRecordFilter: Sendable {
    /// So often a page is looked through for what may be seen of a time or a category, before it goes on by the next link.
    static let mostLookedThrough = 10

    var owner: UserID
    var format: RecordFormat
    /// Nil for all.
    var types: [String]?
    var since: Date?
    var limit: Int
    /// Behind this record.
    var after: RecordID?
}

extension PostgresRunner {
    /// Of all types, newest first.
    func wholeRecord(_ filter: WholeRecordFilter, _ key: PersonKey) async throws -> VersionPage {
        var conditions: [SQL] = [
            "r.owner_id = \(SQL.unnamed(filter.owner))", "r.format = \(filter.format.rawValue)", "r.type = t.type", "r.status <> 'deleted'"
        ]
        if let since = filter.since { conditions.append("r.updated_at >= \(since)") }
        if let after = filter.after { conditions.append("r.record_id < \(after)") }
        let types = filter.types ?? FHIRRelease(filter.format).map { $0.types.sorted() } ?? []
        // Of each type in the order of the index, which has them by type: as many as a page holds at most, whatever else there is.
        let selection: SQL = """
            SELECT \(unescaped: RecordVersion.columns) FROM (
                SELECT newest.record_id FROM unnest(\(types)::text[]) AS t (type) CROSS JOIN LATERAL (
                    SELECT r.record_id FROM records r WHERE \(SQL.join(conditions, separator: " AND ")) ORDER BY r.record_id DESC LIMIT \(filter.limit + 1)
                ) AS newest ORDER BY newest.record_id DESC LIMIT \(filter.limit + 1)
            ) AS chosen
            JOIN records r ON r.record_id = chosen.record_id
            JOIN record_versions v ON v.record_id = r.record_id AND v.version = r.version
            """
        return try await versions(selection, downBy: "record_id", limit: filter.limit, key)
    }

    /// Those that `isShown`, until a page is full or so many pages were looked through.
    func wholeRecord(_ filter: WholeRecordFilter, _ key: PersonKey, _ isShown: (RecordVersion) -> Bool) async throws -> VersionPage {
        var filter = filter
        let limit = filter.limit
        filter.limit = max(limit, SearchQuery.pageSize)
        var page = try await wholeRecord(filter, key).filtered(isShown)
        for _ in 1..<WholeRecordFilter.mostLookedThrough where page.hasMore && page.versions.count < limit {
            try Task.checkCancellation()
            if page.versions.reduce(0, { $0 + ($1.body?.count ?? 0) }) > VersionPage.mostBytes { break }
            filter.after = page.last?.record.id
            page.append(try await wholeRecord(filter, key).filtered(isShown))
        }
        return page.first(limit)
    }
}
