import Foundation
import Glibc
import TestKit
import Testing

@testable import Postgres

/// Several hosts, of which one takes writes.
@Suite(.serialized) struct FailoverTests {
    @Test func severalHostsAreGivenLessTimeEach() throws {
        let one = try PostgresConfiguration(url: "postgres://care@a:5432/care_auth?target_session_attrs=read-write")
        #expect(one.parameters["connect_timeout"] == "5")
        #expect(!one.followsThePrimary)
        let three = try PostgresConfiguration(url: "postgres://care@a:5432,b:5432,c:5432/care_auth?target_session_attrs=read-write")
        #expect(three.parameters["host"] == "a,b,c")
        #expect(three.parameters["connect_timeout"] == "2")
        #expect(three.parameters["tcp_user_timeout"] == "5000")
        #expect(three.followsThePrimary)
        // What the operator says holds, and any of several hosts is nobody's successor.
        let patient = try PostgresConfiguration(url: "postgres://care@a,b/care_auth?connect_timeout=9")
        #expect(patient.parameters["connect_timeout"] == "9")
        #expect(!patient.followsThePrimary)
    }

    /// It takes what it is sent and says nothing: neither TCP nor a keepalive tells.
    @Test func aPrimaryThatStandsStillIsLeftForItsSuccessor() async throws {
        try await TestKit.withServer { first in
            try await TestKit.withServer { second in
                let url = "postgres:///postgres?host=\(first.socket),\(second.socket)&user=postgres&target_session_attrs=read-write"
                try await TestKit.withPool(url: url, size: 2) { pool in
                    #expect(try await pool.value("SELECT current_setting('data_directory')") == first.directory + "/data")
                    try first.signal(SIGSTOP)
                    defer { try? first.signal(SIGCONT) }
                    await #expect(throws: PostgresConnectionError.lost(sqlState: nil)) { try await pool.value("SELECT 1") as Int }
                    try await eventually("the successor is asked") {
                        (try? await pool.value("SELECT current_setting('data_directory')") as String) == second.directory + "/data"
                    }
                }
            }
        }
    }

    /// The server answers such a commit as any other: with a failover it would be gone.
    @Test func aCommitThatWaitsForAStandbyInVainIsNotTakenForOne() async throws {
        try await TestKit.withServerPool(size: 2) { server, pool in
            try await pool.withConnection { connection in
                try await connection.script("CREATE TABLE kept (n int)")
                _ = try await connection.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
                _ = try await connection.query("SELECT pg_reload_conf()")
            }
            try await eventually("a standby is waited for") { try await pool.value("SELECT current_setting('synchronous_standby_names')") == "nobody" }
            let commit = Task { try await pool.transaction { try await $0.execute("INSERT INTO kept VALUES (1)") } }
            try await eventually("it waits") {
                try await pool.value("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") == 1
            }
            let _: Int = try await pool.value("SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
            await #expect(throws: PostgresConnectionError.commitUnknown) { try await commit.value }
        }
    }
}
