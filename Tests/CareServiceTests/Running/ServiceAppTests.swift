import CareModels
import Foundation
import Kafka
import Postgres
import Synchronization
import TestKit
import Testing

@testable import CareService
@testable import HTTP
@testable import Outbox
@testable import Telemetry

@Suite(.timeLimit(.minutes(5))) struct ServiceAppTests {
    private static func app(_ url: String, _ routes: [Route] = [], consumers: [Consumer] = [], bootstrap: String? = nil) throws -> ServiceApp {
        let values = [
            "CARE_DATABASE_URL": url, "CARE_KAFKA_BOOTSTRAP": try bootstrap ?? TestBroker.bootstrap(), "CARE_HTTP_PORT": "0"
        ]
        return try ServiceMain.compose("tests", aggregates, values) { configuration, _, pool in
            ServiceApp(configuration, pool: pool, verifier: configuration.verifier(), routes: routes, consumers: consumers, now: configuration.now)
        }
    }

    private static let aggregates = Kit.migrations.suffix(2).map { Postgres.Migration($0.name, Array($0.sql.utf8)) }

    private static func report(_ client: HTTPClient, _ port: Int) async throws -> (status: HTTPResponseStatus, report: Readiness.Report) {
        let response = try await client.get("http://127.0.0.1:\(port)/readyz")
        return (response.status, try JSONDecoder().decode(Readiness.Report.self, from: Data(response.body)))
    }

    @Test func aServiceMigratesAnswersProbesPublishesAndConsumes() async throws {
        try await Kit.createTopics()
        try await TestKit.withDatabase { url in
            let aggregate = UUID()
            let heard = Mutex<[Int]>([])
            let consumer = Consumer(
                "own-\(aggregate.uuidString.lowercased())", topic: .availability,
                [
                    .on(AvailabilityChanged.self) { event, _, _ in
                        guard event.subject == aggregate else { return }
                        #expect(TraceContext.current != nil)
                        heard.withLock { $0.append(event.version) }
                    }
                ])
            let app = try Self.app(url, consumers: [consumer])
            let pool = app.pool
            try await app.withRunning { port in
                let client = HTTPClient()
                let before = try await Self.report(client, port)
                #expect(before.status == .serviceUnavailable && before.report.checks["migrations"] == "pending")
                let probe = ["CARE_HTTP_HOST": "0.0.0.0", "CARE_HTTP_PORT": "\(port)"]
                await #expect(throws: HealthProbe.NotReady.self) { try await HealthProbe.run(probe) }
                try await Migrator(Self.aggregates).run(pool)
                let after = try await Self.report(client, port)
                try await HealthProbe.run(probe)
                #expect(after.status == .ok && after.report.status == "ready" && after.report.checks["database"] == "ok")
                #expect(try await client.get("http://127.0.0.1:\(port)/livez").status == .ok)
                for _ in 0..<3 { try await pool.transaction { _ = try await $0.step(aggregate) } }
                try await eventually("our own events") { heard.withLock { $0 } == [1, 2, 3] }
                let metrics = try await client.get("http://127.0.0.1:\(port)/metrics")
                #expect(String(decoding: metrics.body, as: UTF8.self).contains("care_outbox_published_total"))
            }
        }
    }

    @Test func aStopLetsRequestsFinishThenPublishesWhatTheyLeft() async throws {
        try await Kit.createTopics()
        try await TestKit.withDatabase { url in
            let aggregate = UUID()
            let reader = try await TopicReader(Topic.availability.rawValue, about: [aggregate])
            let (arrived, mayGo) = (Started(), Started())
            let slot = Mutex<PostgresPool?>(nil)
            let slow = Route.get("/slow", .anyone, operation: "slow") { _ in
                arrived.succeed()
                try await mayGo.wait()
                let pool = try #require(slot.withLock { $0 })
                try await pool.transaction { _ = try await $0.step(aggregate) }
                return .noContent
            }
            let app = try Self.app(url, [slow])
            slot.withLock { $0 = app.pool }
            try await Migrator(Self.aggregates).run(app.pool)
            let answer = Mutex<Task<HTTPResponseStatus, any Error>?>(nil)
            try await app.withRunning { port in
                let task = Task { try await HTTPClient().get("http://127.0.0.1:\(port)/slow", deadline: .seconds(20)).status }
                answer.withLock { $0 = task }
                try await arrived.wait()
                // The stop begins with the end of this closure, while the request is still at work.
                Task {
                    try await Task.sleep(for: .milliseconds(200))
                    mayGo.succeed()
                }
            }
            let task = try #require(answer.withLock { $0 })
            #expect(try await task.value == .noContent)
            try await eventually("its event") { reader.received.count == 1 }
            await reader.close()
        }
    }

    @Test func aTakenPortEndsTheStartAndSaysWhy() async throws {
        try await TestKit.withDatabase { url in
            let first = try Self.app(url)
            try await first.withRunning { port in
                var second = try Self.app(url)
                var configuration = second.configuration
                configuration.http.port = port
                second = ServiceApp(configuration, pool: configuration.pool(), verifier: configuration.verifier(), routes: [], now: configuration.now)
                let taken = second
                await #expect {
                    try await taken.withRunning { _ in }
                } throws: { error in
                    (error as? PartFailed)?.part == "http" && (error as? PartFailed)?.error.contains("in use") == true
                }
            }
        }
    }

    @Test func allFaultySettingsAreNamedAtOnceAndNoValueIs() throws {
        let values = [
            "CARE_DATABASE_URL": "mysql://secret-word@host", "CARE_HTTP_PORT": "99999", "CARE_KAFKA_SECURITY": "magic",
            "CARE_OUTBOX_BATCH": "0", "CARE_STOP_DEADLINE": "soon", "CARE_TRUSTED_PROXIES": "everyone",
            "CARE_OTLP_ENDPOINT": "https://secret-word.example", "CARE_TRACE_RATIO": "2", "CARE_DATABASE_READ_URL": "mysql://secret-word@standby",
            "CARE_DATABASE_READ_PATIENCE": "1h"
        ]
        #expect {
            try ServiceMain.compose("tests", [], values) { configuration, environment, pool in
                environment.fail("CARE_OWN", "is wrong")
                return ServiceApp(configuration, pool: pool, verifier: configuration.verifier(), routes: [], now: configuration.now)
            }
        } throws: { error in
            let text = String(describing: error)
            let names = values.keys + ["CARE_KAFKA_BOOTSTRAP", "CARE_OWN"]
            return error is ConfigurationError && names.allSatisfy { text.contains($0) } && !text.contains("secret-word")
        }
    }

    /// Another replica would be no better off; where all are, the gateway would have none left.
    @Test func aServiceWhosePoolIsUsedUpIsReady() async throws {
        try await TestKit.withDatabase { url in
            let values = [
                "CARE_DATABASE_URL": url, "CARE_DATABASE_POOL_SIZE": "2", "CARE_KAFKA_BOOTSTRAP": try TestBroker.bootstrap(), "CARE_HTTP_PORT": "0"
            ]
            let app = try ServiceMain.compose("tests", Self.aggregates, values) { configuration, _, pool in
                ServiceApp(configuration, pool: pool, verifier: configuration.verifier(), routes: [], now: configuration.now)
            }
            let pool = app.pool
            try await Migrator(Self.aggregates).run(pool)
            try await app.withRunning { port in
                let client = HTTPClient()
                try await eventually("it is ready") { try await Self.report(client, port).status == .ok }
                let gates = [Gate(), Gate()]
                async let first: Void = pool.withConnection { _ in await gates[0].wait() }
                async let second: Void = pool.withConnection { _ in await gates[1].wait() }
                defer { for gate in gates { gate.open() } }
                for gate in gates { await gate.entered() }
                let (status, report) = try await Self.report(client, port)
                #expect(status == .ok && report.checks["database"] == "busy")
                for gate in gates { gate.open() }
                _ = try await (first, second)
            }
        }
    }

    /// What standbys may answer goes on being answered, so the gateway has to go on sending it.
    @Test func whileThePrimaryIsAwayAServiceThatStandbysAnswerIsReady() async throws {
        try await TestKit.withServer { primary in
            try await TestKit.withStandby(of: primary) { standby in
                let hosts = "postgres:///postgres?host=\(primary.socket),\(standby.socket)&user=postgres"
                let values = [
                    "CARE_DATABASE_URL": hosts + "&target_session_attrs=read-write", "CARE_DATABASE_READ_URL": hosts,
                    "CARE_KAFKA_BOOTSTRAP": try TestBroker.bootstrap(), "CARE_HTTP_PORT": "0"
                ]
                let app = try ServiceMain.compose("tests", Self.aggregates, values) { configuration, _, pool in
                    let routes = [Route.get("/read", .anyone, operation: "read") { _ in .noContent }.fromStandby()]
                    return ServiceApp(configuration, pool: pool, verifier: configuration.verifier(), routes: routes, now: configuration.now)
                }
                try await Migrator(Self.aggregates).run(app.pool)
                try await app.pool.withConnection { connection in
                    _ = try await connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
                    _ = try await connection.query("SELECT pg_reload_conf()")
                }
                try await app.withRunning { port in
                    let client = HTTPClient()
                    try await eventually("the standby confirms commits") {
                        try await app.pool.withConnection { try await $0.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'").count } == 1
                    }
                    @Sendable func says(_ database: String, standbys: String) async throws -> HTTPResponseStatus? {
                        let (status, report) = try await Self.report(client, port)
                        return report.checks["database"] == database && report.checks["standbys"] == standbys ? status : nil
                    }
                    try await eventually("both are there") { try await says("ok", standbys: "ok") == .ok }
                    try await primary.kill()
                    try await eventually("the standby answers alone") { try await says("unreachable", standbys: "ok") == .ok }
                    try await standby.kill()
                    try await eventually("nobody answers") { try await says("unreachable", standbys: "unreachable") == .serviceUnavailable }
                    try await primary.start()
                    try await standby.start()
                }
            }
        }
    }

    @Test func aSignalIsHeardOnce() async throws {
        let signals = StopSignals()
        kill(getpid(), SIGTERM)
        try await within(.seconds(30), "the signal") { await signals.wait() }
        signals.close()
    }
}
