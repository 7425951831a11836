import Postgres
import Sealing

/// Versions with their bodies: as many as were asked for, or as may be in memory at once.
struct VersionPage: Sendable {
    /// Bytes of sealed bodies. A page ends behind the one that goes over it, so that each has one at least.
    static let mostBytes = 16 << 20

    var versions: [RecordVersion] = []
    /// Others follow.
    var hasMore = false
    /// It ended by its bytes.
    var isCut = false
}

extension PostgresRunner {
    /// The first of `selection`, which has `RecordVersion.columns` and one row more than the page holds, ordered down by `column`.
    /// How long a body is the database knows without reading it.
    func versions(_ selection: SQL, downBy column: String, limit: Int, _ key: PersonKey) async throws -> VersionPage {
        let rows = try await query(
            """
            SELECT * FROM (
                SELECT page.*, count(*) OVER () AS selected, sum(octet_length(body)) OVER (
                    ORDER BY \(unescaped: column) DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
                FROM (\(selection)) AS page
            ) AS measured
            WHERE coalesce(bytes_before, 0) <= \(VersionPage.mostBytes) ORDER BY \(unescaped: column) DESC LIMIT \(limit)
            """)
        let selected: Int = try rows.first?["selected"] ?? 0
        return VersionPage(
            versions: try rows.map { try RecordVersion($0, key) }, hasMore: selected > rows.count, isCut: rows.count < min(selected, limit))
    }
}
