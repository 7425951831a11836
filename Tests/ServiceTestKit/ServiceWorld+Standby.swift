import CareService
import HTTP
import Postgres
import TestKit
import Testing

extension ServiceWorld {
    /// On a real primary, from which a real standby streams that the pool reads from.
    package static func runWithStandby(
        _ migrations: [Postgres.Migration], _ clock: TestClock, patience: Duration = .seconds(20), dependencies: (PostgresPool) -> Dependencies,
        routes: (Dependencies) -> [Route], _ body: (Self, _ standby: LocalServer) async throws -> Void
    ) async throws {
        try await TestKit.withServer { primary in
            let url = primary.url(database: "postgres")
            try await TestKit.withPool(url: url, size: 1) { _ = try await Migrator(migrations).run($0) }
            try await TestKit.withStandby(of: primary) { standby in
                let reads = StandbySettings(try PostgresConfiguration(url: standby.url(database: "postgres")), size: 4, patience: patience)
                let pool = PostgresPool(try PostgresConfiguration(url: url), size: 8, leaseDeadline: .seconds(60), standbys: reads)
                try await TestKit.closing(pool) { pool in
                    try await run(with: pool, of: url, clock, dependencies: dependencies, routes: routes) { try await body($0, standby) }
                }
            }
        }
    }

    /// Each of these is answered by the standby, and no other route may be.
    package func expectFromStandby(
        _ paths: [(path: String, caller: Person?)], of routes: [Route], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for (path, caller) in paths {
            let before = pool.standbyStatistics?.reads ?? 0
            let answer = try await get(path, caller)
            #expect(answer.status == 200, "\(path): \(answer.text)", sourceLocation: sourceLocation)
            #expect((pool.standbyStatistics?.reads ?? 0) > before, "\(path): the primary answered", sourceLocation: sourceLocation)
        }
        #expect(pool.standbyStatistics?.fallbacks == [:], sourceLocation: sourceLocation)
        #expect(paths.count == routes.filter(\.isForStandby).count, sourceLocation: sourceLocation)
    }
}
