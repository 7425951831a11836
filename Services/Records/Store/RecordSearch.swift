import CareModels
import FHIR
import Foundation
import Postgres
import Sealing

/// Which records of a place, after all that names a fact of health has become a blind index.
struct RecordFilter: Sendable {
    var place: RecordPlace
    /// Of these ids; nil for any.
    var addresses: [[UInt8]]?
    var created = TimeRange()
    var updated = TimeRange()
    var allTerms: [[UInt8]] = []
    var anyTerms: [[[UInt8]]] = []
    var status: RecordStatus?
    var includesDeleted = false

    var condition: SQL {
        var conditions: [SQL] = ["r.owner_id = \(SQL.unnamed(place.owner))", "r.format = \(place.format.rawValue)", "r.type = \(place.type)"]
        if let addresses { conditions.append("r.address = ANY(\(addresses.map { Data($0) })::bytea[])") }
        if let from = created.from { conditions.append("r.created_at >= \(from)") }
        if let until = created.until { conditions.append("r.created_at < \(until)") }
        if let from = updated.from { conditions.append("r.updated_at >= \(from)") }
        if let until = updated.until { conditions.append("r.updated_at < \(until)") }
        // The partial index holds annotated records only.
        if !allTerms.isEmpty || !anyTerms.isEmpty { conditions.append("r.terms <> '{}'") }
        if !allTerms.isEmpty { conditions.append("r.terms @> \(allTerms.map { Data($0) })::bytea[]") }
        for group in anyTerms { conditions.append("r.terms && \(group.map { Data($0) })::bytea[]") }
        if let status { conditions.append("r.status = \(status)") } else if !includesDeleted { conditions.append("r.status <> 'deleted'") }
        return SQL.join(conditions, separator: " AND ")
    }
}

extension RecordCriteria {
    /// With the person's key, which makes blind indexes of the words.
    func filter(_ place: RecordPlace, _ key: PersonKey) -> RecordFilter {
        var filter = RecordFilter(place: place)
        filter.addresses = ids.map { ids in ids.map { place.address(of: $0, key) } }
        filter.created = created
        filter.updated = updated
        for variants in annotations.all.map(key.variants) {
            if variants.count == 1 { filter.allTerms += variants } else { filter.anyTerms.append(variants) }
        }
        filter.anyTerms += annotations.anyOf.map { $0.flatMap(key.variants) }
        filter.status = status
        filter.includesDeleted = includesDeleted
        return filter
    }
}

extension PostgresRunner {
    /// A search that asks for times, states and annotations alone.
    func search(_ query: SearchQuery, in place: RecordPlace, within reach: RecordReach, _ key: PersonKey) async throws -> FoundResources {
        if reach != .everything || query.place != nil { return try await narrowed(query, in: place, to: reach, key) }
        let filter = query.criteria.filter(place, key)
        let total = query.wantsTotal || query.isCount ? try await countRecords(filter) : nil
        let page = query.isCount ? VersionPage() : try await records(filter, query.page, key)
        // Who counts pages would pass over what is missing in this one.
        if page.isCut, query.isByNumber {
            throw ResourceFault(
                .tooCostly, "These resources are more than \(VersionPage.mostBytes) bytes; ask for fewer with _count, or go on by the next links.", at: "_page")
        }
        return FoundResources(query, page, total: total)
    }

    /// Resources are opened until a page is full, or so many pages of them were looked through: then it goes on by the next link.
    private func narrowed(_ query: SearchQuery, in place: RecordPlace, to reach: RecordReach, _ key: PersonKey) async throws -> FoundResources {
        let filter = query.criteria.filter(place, key)
        var wanted = query.page
        wanted.limit = max(wanted.limit, SearchQuery.pageSize)
        if let text = query.place {
            guard let place = SearchPlace(text, key), place.keys.isEmpty else { throw SearchFault("_after", "is no place in this list; follow the next link") }
            wanted.after = place.id
        }
        var page = try await records(filter, wanted, key).within(reach)
        for _ in 1..<SearchQuery.mostLookedThrough where page.hasMore && page.versions.count < query.page.limit {
            try Task.checkCancellation()
            if page.versions.reduce(0, { $0 + ($1.body?.count ?? 0) }) > VersionPage.mostBytes { break }
            wanted.after = page.last?.record.id
            page.append(try await records(filter, wanted, key).within(reach))
        }
        var found = FoundResources(query, page.first(query.page.limit), total: nil)
        // Where it goes on may be behind what is out of reach.
        found.next = try page.place(behind: query.page.limit).map { try $0.sealed(key) }
        return found
    }

    /// Newest first.
    func records(_ filter: RecordFilter, _ page: RecordPage, _ key: PersonKey) async throws -> VersionPage {
        var condition = filter.condition
        if let after = page.after { condition = "\(condition) AND r.record_id < \(after)" }
        let selection: SQL = """
            SELECT \(unescaped: RecordVersion.columns) FROM records r
            JOIN record_versions v ON v.record_id = r.record_id AND v.version = r.version
            WHERE \(condition) ORDER BY r.record_id DESC LIMIT \(page.limit + 1) OFFSET \(page.offset)
            """
        return try await versions(selection, downBy: "record_id", limit: page.limit, key)
    }

    /// The same without their bodies.
    func heads(_ filter: RecordFilter, _ page: RecordPage, _ key: PersonKey) async throws -> [RecordSummary] {
        var condition = filter.condition
        if let after = page.after { condition = "\(condition) AND r.record_id < \(after)" }
        let rows = try await query(
            """
            SELECT \(unescaped: StoredRecord.columns) FROM records r
            WHERE \(condition) ORDER BY r.record_id DESC LIMIT \(page.limit + 1)
            """)
        return try rows.map { try RecordSummary($0, key) }
    }

    func countRecords(_ filter: RecordFilter) async throws -> Int {
        let row = try await first("SELECT count(*) FROM records r WHERE \(filter.condition)")
        return try row?[0] ?? 0
    }
}
