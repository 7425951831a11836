import Glibc
import TestKit
import Testing

@testable import Postgres

/// Reads that go to a real standby, which streams from a real primary.
@Suite(.serialized, .timeLimit(.minutes(10))) struct StandbyTests {
    /// What a read found, and where.
    fileprivate struct Found: Equatable, Sendable {
        var count: Int
        var onStandby: Bool
    }

    fileprivate struct Pair {
        let primary: LocalServer
        let standby: LocalServer
        /// As a replica of a service has it.
        let pool: PostgresPool
        private let patience: Duration

        init(_ primary: LocalServer, _ standby: LocalServer, _ patience: Duration, everyHost: Bool = false) throws {
            (self.primary, self.standby, self.patience) = (primary, standby, patience)
            let hosts = "postgres:///postgres?host=\(primary.socket),\(standby.socket)&user=postgres&target_session_attrs=read-write"
            let database = try PostgresConfiguration(url: everyHost ? hosts : primary.url(database: "postgres"))
            let reads = StandbySettings(try PostgresConfiguration(url: standby.url(database: "postgres")), size: 4, patience: patience)
            pool = PostgresPool(database, size: 4, standbys: reads)
        }

        /// Another replica of the service.
        func replica() throws -> PostgresPool { try Pair(primary, standby, patience).pool }

        func insert() async throws { try await pool.transaction { _ = try await $0.execute("INSERT INTO kept VALUES (1)") } }

        func read() async throws -> Found { try await StandbyTests.read(pool) }

        func fallbacks(_ reason: String) -> Int { pool.standbyStatistics?.fallbacks[reason] ?? 0 }

        func onStandby<R: Sendable>(_ body: (PostgresPool) async throws -> R) async throws -> R {
            try await TestKit.withPool(url: standby.url(database: "postgres"), size: 1, body)
        }
    }

    private static func read(_ pool: PostgresPool) async throws -> Found {
        try await pool.withStandby { connection in
            let row = try await connection.query("SELECT count(*), pg_is_in_recovery() FROM kept")[0]
            return Found(count: try row[0], onStandby: try row[1])
        }
    }

    /// With long patience a read waits for the standby in place of leaving it.
    private static func run(patience: Duration = .seconds(20), everyHost: Bool = false, _ body: (Pair) async throws -> Void) async throws {
        try await TestKit.withServer { primary in
            try await TestKit.withPool(url: primary.url(database: "postgres"), size: 1) { pool in
                try await pool.withConnection { try await $0.script("CREATE TABLE kept (n int)") }
            }
            try await TestKit.withStandby(of: primary) { standby in
                let pair = try Pair(primary, standby, patience, everyHost: everyHost)
                try await TestKit.closing(pair.pool) { _ in try await body(pair) }
            }
        }
    }

    @Test func aStandbyShowsWhateverWasCommittedBefore() async throws {
        try await Self.run { pair in
            for number in 1...50 {
                try await pair.insert()
                #expect(try await pair.read() == Found(count: number, onStandby: true))
            }
            let counted = try #require(pair.pool.standbyStatistics)
            #expect(counted.reads == 50 && counted.fallbacks.isEmpty)
        }
    }

    /// They share no memory.
    @Test func whatOneReplicaCommittedAnotherOneReads() async throws {
        try await Self.run { pair in
            try await TestKit.closing(try pair.replica()) { other in
                for number in 1...50 {
                    try await pair.insert()
                    expect(try await Self.read(other), is: Found(count: number, onStandby: true))
                }
            }
        }
    }

    /// Each has been told of its own commit, and asks together with the others.
    @Test func manyAtOnceReadWhatEachOfThemWrote() async throws {
        try await Self.run { pair in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for reader in 0..<16 {
                    group.addTask { [pool = pair.pool] in
                        for number in 1...20 {
                            try await pool.transaction { _ = try await $0.execute("INSERT INTO kept VALUES (\(reader))") }
                            let found: Int = try await pool.withStandby { try await $0.query("SELECT count(*) FROM kept WHERE n = \(reader)")[0][0] }
                            #expect(found == number)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(pair.pool.standbyStatistics?.reads == 320)
        }
    }

    @Test func whatAStandbyDoesNotShowYetThePrimaryDoes() async throws {
        try await Self.run(patience: .milliseconds(300)) { pair in
            try await eventually("the standby answers") { try await pair.read().onStandby }
            try await pair.onStandby { standby in
                _ = try await standby.withConnection { try await $0.execute("SELECT pg_wal_replay_pause()") }
                try await eventually("it is still") { try await standby.value("SELECT pg_get_wal_replay_pause_state()") == "paused" }
                try await pair.insert()
                expect(try await pair.read(), is: Found(count: 1, onStandby: false))
                #expect(pair.fallbacks("behind") >= 1)
                // It is not waited for by each.
                expect(try await pair.read(), is: Found(count: 1, onStandby: false))
                #expect(pair.fallbacks("resting") >= 1)
                expect(try await standby.value("SELECT count(*) FROM kept"), is: 0)
                _ = try await standby.withConnection { try await $0.execute("SELECT pg_wal_replay_resume()") }
            }
            try await eventually("the standby answers again") { try await pair.read() == Found(count: 1, onStandby: true) }
        }
    }

    @Test func aStandbyThatDiedIsMissedByNobody() async throws {
        try await Self.run(patience: .milliseconds(300)) { pair in
            try await eventually("the standby answers") { try await pair.read().onStandby }
            try await pair.standby.kill()
            try await pair.insert()
            #expect(try await pair.read() == Found(count: 1, onStandby: false))
            #expect(pair.fallbacks("unreachable") == 1)
            #expect(await !pair.pool.standbyAnswers())
            try await pair.standby.start()
            try await eventually("the standby answers again") { try await pair.read() == Found(count: 1, onStandby: true) }
        }
    }

    /// Neither TCP nor a keepalive tells of it.
    @Test func aStandbyThatStandsStillIsLeft() async throws {
        try await Self.run(patience: .milliseconds(300)) { pair in
            try await eventually("the standby answers") { try await pair.read().onStandby }
            try pair.standby.signal(SIGSTOP)
            defer { try? pair.standby.signal(SIGCONT) }
            #expect(try await pair.read() == Found(count: 0, onStandby: false))
            #expect(pair.fallbacks("unreachable") == 1)
        }
    }

    @Test func whatTakesWritesIsNoStandbyAnyMore() async throws {
        try await Self.run(patience: .milliseconds(300)) { pair in
            try await eventually("the standby answers") { try await pair.read().onStandby }
            try await pair.onStandby { standby in
                expect(try await standby.value("SELECT pg_promote()"), is: true)
                _ = try await standby.withConnection { try await $0.execute("INSERT INTO kept VALUES (1), (2)") }
            }
            #expect(try await pair.read() == Found(count: 0, onStandby: false))
            #expect(pair.fallbacks("unreachable") == 1)
        }
    }

    /// A fault of the handler, which is counted, and hurts nobody.
    @Test func whatAStandbyRefusesThePrimaryDoesOnce() async throws {
        try await Self.run { pair in
            let added: Int = try await pair.pool.withStandby { try await $0.execute("INSERT INTO kept VALUES (1)") }
            #expect(added == 1 && pair.fallbacks("refused") == 1)
            #expect(try await pair.read() == Found(count: 1, onStandby: true))
        }
    }

    private struct OwnError: Error {}

    @Test func whatTheReaderThrowsIsThrownOnce() async throws {
        try await Self.run { pair in
            let calls = Locked(0)
            await #expect(throws: OwnError.self) {
                try await pair.pool.withStandby { _ in
                    calls.withLock { $0 += 1 }
                    throw OwnError()
                }
            }
            #expect(calls.withLock { $0 } == 1)
        }
    }

    // MARK: While the primary is away

    /// Every acknowledged commit is on the standby's disk, too: one of the two hosts knows of all.
    @Test func withASynchronousStandbyReadsGoOnWithoutThePrimary() async throws {
        try await Self.run(patience: .seconds(2), everyHost: true) { pair in
            try await pair.confirmOnStandby()
            try await pair.insert()
            #expect(try await pair.read() == Found(count: 1, onStandby: true))
            try await pair.insert()
            try await pair.primary.kill()
            #expect(try await pair.read() == Found(count: 2, onStandby: true))
            #expect(await pair.pool.standbyAnswers())
        }
    }

    /// Nobody knows what the primary has acknowledged that it alone had.
    @Test func withoutOneTheyDoNot() async throws {
        try await Self.run(patience: .milliseconds(300), everyHost: true) { pair in
            try await eventually("the standby answers") { try await pair.read().onStandby }
            try await pair.primary.kill()
            await #expect(throws: PostgresPoolError.unavailable) { try await pair.read() }
            #expect(pair.fallbacks("unconfirmed") == 1)
            #expect(await !pair.pool.standbyAnswers())
        }
    }

    @Test func eachHostIsOneOfTheURLs() throws {
        func hosts(_ url: String) throws -> [String] {
            try PostgresConfiguration(url: url).eachHost.map { one in
                #expect(one.parameters["target_session_attrs"] == "any" && one.parameters["user"] == "care")
                return "\(one.parameters["host"] ?? "-"):\(one.parameters["port"] ?? "-")"
            }
        }
        #expect(try hosts("postgres://care@a:5432,b:5433/care_auth?target_session_attrs=read-write") == ["a:5432", "b:5433"])
        #expect(try hosts("postgres:///care_auth?user=care&host=/one,/two&port=6000") == ["/one:6000", "/two:6000"])
        #expect(try hosts("postgres:///care_auth?user=care&host=/one,/two") == ["/one:-", "/two:-"])
        #expect(try hosts("postgres://care@a/care_auth") == ["a:-"])
        #expect(try hosts("postgres:///care_auth?user=care") == ["-:-"])
    }

    @Test func standbysAreMeantUnlessTheURLSaysOtherwise() throws {
        func attributes(_ url: String) throws -> String? {
            StandbySettings(try PostgresConfiguration(url: url), size: 1, patience: .seconds(1)).database.parameters["target_session_attrs"]
        }
        #expect(try attributes("postgres://care@a,b/care_auth") == "standby")
        #expect(try attributes("postgres://care@a,b/care_auth?target_session_attrs=prefer-standby") == "prefer-standby")
    }
}

extension StandbyTests.Pair {
    /// From now on a commit is answered when the standby has it on its disk.
    fileprivate func confirmOnStandby() async throws {
        try await pool.withConnection { connection in
            _ = try await connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            _ = try await connection.query("SELECT pg_reload_conf()")
        }
        try await eventually("the standby confirms") { try await pool.value("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == 1 }
    }
}
