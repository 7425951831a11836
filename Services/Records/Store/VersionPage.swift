import Postgres
import Sealing

/// Versions with their bodies: as many as were asked for, or as may be in memory at once.
struct VersionPage: Sendable {
    /// Bytes of bodies, whole. A page ends behind the one that goes over it, so that each has one at least. While a connection to the database reads it, it is in
    /// memory twice or three times, and in nobody's budget yet.
    static let mostBytes = 8 << 20

    var versions: [RecordVersion] = []
    /// Others follow.
    var hasMore = false
    /// It ended by its bytes.
    var isCut = false
    /// Where the next page goes on, when that is not behind the last one here.
    private var passed: RecordVersion?

    init(versions: [RecordVersion] = [], hasMore: Bool = false, isCut: Bool = false) {
        self.versions = versions
        self.hasMore = hasMore
        self.isCut = isCut
    }

    /// Behind it the next page goes on.
    var last: RecordVersion? { passed ?? versions.last }

    /// Those that somebody may see; the next page goes on where it did.
    func within(_ reach: RecordReach) -> VersionPage {
        guard reach != .everything else { return self }
        return filtered { reach.holds($0) }
    }

    /// Of many types, each within its own reach; a type without one is not seen.
    func within(_ reaches: [String: RecordReach]) -> VersionPage { filtered { reaches[$0.record.type]?.holds($0) ?? false } }

    func filtered(_ isSeen: (RecordVersion) -> Bool) -> VersionPage {
        var page = self
        page.passed = last
        page.versions = versions.filter(isSeen)
        return page
    }

    /// With those of the page behind it.
    mutating func append(_ next: VersionPage) {
        passed = next.last ?? passed
        versions += next.versions
        hasMore = next.hasMore
    }

    /// Where the page behind the first `limit` of these begins; nil when there is none.
    func place(behind limit: Int) -> SearchPlace? {
        let page = first(limit)
        return page.hasMore ? page.last.map { SearchPlace($0.record.id) } : nil
    }

    /// Not more than `limit` of them.
    func first(_ limit: Int) -> VersionPage {
        guard versions.count > limit else { return self }
        return VersionPage(versions: Array(versions.prefix(limit)), hasMore: true)
    }
}

extension PostgresRunner {
    /// The first of `selection`, which has `RecordVersion.columns` and one row more than the page holds, ordered down by `column`.
    /// How long a body is the database knows without reading it.
    func versions(_ selection: SQL, downBy column: String, limit: Int, _ key: PersonKey) async throws -> VersionPage {
        let order: SQL = "\(unescaped: column) DESC"
        let page = SQL.page(of: selection, in: order, bytes: RecordVersion.weight, most: VersionPage.mostBytes, isCounted: true)
        let rows = try await query("\(page) LIMIT \(limit)")
        let selected: Int = try rows.first?["selected"] ?? 0
        let versions = try await whole(rows.map { try RecordVersion($0, key) }, key)
        return VersionPage(
            versions: versions, hasMore: selected > rows.count, isCut: rows.count < min(selected, limit))
    }
}
