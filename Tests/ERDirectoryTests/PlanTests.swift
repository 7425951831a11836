import CareModels
import Foundation
import Postgres
import Testing

@testable import ERDirectoryService

/// That the searches walk their indexes, among 20,000.
@Suite struct PlanTests {
    @Test func searchesWalkTheirIndexes() async throws {
        try await World.run { world in
            try await world.pool.transaction { tx in
                try await tx.execute(
                    """
                    INSERT INTO ers (id, version, position, name, latitude, longitude, time_zone, time_zone_basis, created_at, updated_at)
                    SELECT gen_random_uuid(), 1, n, 'ER ' || n, 25 + 24 * random(), -124 + 57 * random(), 'America/Chicago', 'stated', now(), now()
                    FROM generate_series(1, 20000) AS n
                    """)
                try await tx.execute(
                    """
                    INSERT INTO schedules (er_id, day, version, position, hours, updated_at, surface, opens_at, closes_at)
                    SELECT id, 20635 + d, 1, (position - 1) * 3 + d + 1, '{480,1200}', now(), surface, timestamptz '2026-07-01T10:00Z' + d * interval '1 day',
                        timestamptz '2026-07-02T04:00Z' + d * interval '1 day'
                    FROM ers, generate_series(0, 2) AS d
                    """)
                try await tx.execute("INSERT INTO weekly_reach (er_id, minutes, surface) SELECT id, int4range(3600, 4320), surface FROM ers")
            }
            try await world.pool.withConnection { connection in
                _ = try await connection.execute("ANALYZE ers")
                _ = try await connection.execute("ANALYZE schedules")
                _ = try await connection.execute("ANALYZE weekly_reach")
            }
            let position = Position(latitude: 40, longitude: -90)
            let now = instant("2026-07-01T17:00:00Z")
            let near: SQL = "EXPLAIN \(ERSelection.nearest(to: position, limit: 50))"
            let open: SQL = "EXPLAIN \(ERSelection.possiblyOpen(near: position, within: 250, now: now, limit: 20))"
            let box: SQL = "EXPLAIN SELECT id FROM ers WHERE removed_at IS NULL AND point(longitude, latitude) <@ box(point(-90.1, 40), point(-90, 40.1))"
            for (sql, index) in [(near, "Index Scan using ers_near"), (open, "schedules_near"), (open, "weekly_reach_near"), (box, "ers_on_map")] {
                let plan = try await world.pool.withConnection { connection in
                    try await connection.query(sql).map { row -> String in try row[0] }.joined(separator: "\n")
                }
                #expect(plan.contains(index), "\(plan)")
                #expect(!plan.contains("Seq Scan"), "\(plan)")
                if index.contains("ers_near") { #expect(!plan.contains("Sort"), "\(plan)") }
            }
            // And that they find what a look at every row finds.
            let found = try await world.found(ERSelection.nearest(to: position, limit: 20), now)
            let every = try await world.pool.withConnection { connection in
                try await connection.query("SELECT id, latitude, longitude FROM ers").map { row -> (ERID, Double) in
                    let place = Position(latitude: try row["latitude"], longitude: try row["longitude"])
                    return (try row["id"], place.kilometres(to: position))
                }
            }
            #expect(found == every.sorted { $0.1 < $1.1 }.prefix(20).map(\.0))
            let possibly = try await world.found(ERSelection.possiblyOpen(near: position, within: 250, now: now, limit: 20), now)
            #expect(Set(possibly) == Set(found))
        }
    }
}

extension World {
    fileprivate func found(_ selection: SQL, _ now: Date) async throws -> [ERID] {
        try await pool.withConnection { try await $0.evaluated(selection, now: now).map(\.record.id) }
    }
}
