import CareModels
import CareService
import Foundation
import HTTP
import Postgres
import Telemetry
import TestKit

extension TestKit {
    /// The kit's tables and the service's.
    package static func schema(_ migrations: [Postgres.Migration]) -> [Migration] {
        (Postgres.Migration.kit + migrations).map { (name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }
    }

    /// Runs `body` with the port of a server that has these routes, and drains it afterwards.
    package static func withRoutes<R>(
        _ routes: [Route], verifier: TokenVerifier = TestIssuer.verifier(), origins: CrossOrigin = .nobody, bodyMemory: Int? = nil, writesAtOnce: Int = 1000,
        _ body: (_ server: HTTPServer) async throws -> R
    ) async throws -> R {
        Log.level = .error
        var configuration = HTTPServerConfiguration(port: 0)
        // A service's own locks and counts are looked at under more requests of one person than the kit lets in.
        configuration.mostHeavy = 1000
        (configuration.writesAtOnce, configuration.turnPatience) = (writesAtOnce, .seconds(120))
        configuration.callerQuota = 1_000_000_000
        if let bodyMemory { configuration.bodyMemory = bodyMemory }
        let server = HTTPServer(configuration, routes: routes, verifier: verifier, origins: origins)
        try await server.start()
        do {
            let result = try await body(server)
            await server.drain(within: .seconds(1))
            return result
        } catch {
            await server.drain(within: .seconds(1))
            throw error
        }
    }
}

/// An event in the outbox.
package struct Emitted: Sendable, Equatable, CustomStringConvertible {
    package var type: String
    package var version: Int
    package var data: String

    package init(type: String, version: Int, data: String) {
        self.type = type
        self.version = version
        self.data = data
    }

    package var description: String { "\(type) v\(version)" }
}

extension PostgresPool {
    /// The events about `subject`, in order; of one topic when it is given.
    package func emitted(about subject: UUID, on topic: Topic? = nil) async throws -> [Emitted] {
        try await withConnection { connection in
            let rows = try await connection.query(
                """
                SELECT type, version, convert_from(data, 'UTF8') AS data FROM outbox
                WHERE subject = \(subject) AND (\(topic?.rawValue)::text IS NULL OR topic = \(topic?.rawValue)::text) ORDER BY position
                """)
            return try rows.map { Emitted(type: try $0["type"], version: try $0["version"], data: try $0["data"]) }
        }
    }

    /// The first column of the only row.
    package func count(_ sql: SQL) async throws -> Int {
        try await withConnection { connection in
            let row = try await connection.first(sql)
            return try row?[0] ?? 0
        }
    }
}
