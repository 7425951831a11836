import Foundation
import TestKit
import Testing

@testable import Postgres

/// `deploy/dev/local/postgres`.
@Suite struct LocalServerTests {
    @Test func startAndStopMayBeRepeated() async throws {
        try await TestKit.withServerPool { server, pool in
            try await server.start()
            #expect(try await pool.value("SELECT 1") == 1)
            try await server.stop()
            try await server.stop()
            try await server.start()
            #expect(try await pool.value("SELECT 1") == 1)
        }
    }

    @Test func aStaleFileOfAKilledServerIsNoHindrance() async throws {
        try await TestKit.withServerPool { server, pool in
            try await pool.withConnection { try await $0.script("CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)") }
            try await server.kill()
            try await server.start()
            try await eventually("back") { (try? await pool.value("SELECT n FROM kept") as Int) == 1 }
        }
    }
}
