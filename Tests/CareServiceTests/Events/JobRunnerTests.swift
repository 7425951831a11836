import Foundation
import Postgres
import Synchronization
import TestKit
import Testing

@testable import Outbox

/// A clock that tests set.
final class SetClock: Sendable {
    private let instant: Mutex<Date>
    init(_ start: Date) { instant = Mutex(start) }
    var now: Date { instant.withLock { $0 } }
    func advance(_ duration: Duration) { instant.withLock { $0 = $0.addingTimeInterval(duration.seconds) } }
}

@Suite(.timeLimit(.minutes(5))) struct JobRunnerTests {
    private struct Failed: Error {}
    private struct Payload: Codable, Equatable { var number: Int }

    private static let start = Date(timeIntervalSince1970: 1_800_000_000.123456)

    private static func effect(_ transaction: Transaction, _ key: String) async throws {
        let subject = try #require(UUID(uuidString: key))
        try await transaction.execute("INSERT INTO effects (subject, version) VALUES (\(subject), 1)")
    }

    @Test func aTimerFiresOnceWhenItIsDueWhateverFailsAndHoweverManyRunners() async throws {
        try await Kit.withDatabase { pool, _ in
            let clock = SetClock(Self.start)
            let keys = (0..<20).map { _ in UUID().uuidString }
            let failures = Mutex<Set<String>>([])
            let job = Job.timer("remind") { key, payload, transaction in
                let decoded = try JSONDecoder().decode(Payload.self, from: Data(payload))
                #expect(decoded == Payload(number: 7))
                try await Self.effect(transaction, key)
                // The first try of each crashes after its effect.
                if failures.withLock({ $0.insert(key).inserted }) { throw Failed() }
            }
            let runners = (0..<2).map { _ in JobRunner([job], pool: pool, now: { clock.now }) }
            try await pool.transaction { transaction in
                for key in keys {
                    try await transaction.setTimer("remind", key: key, due: clock.now.addingTimeInterval(60), payload: Payload(number: 7))
                }
                try await transaction.setTimer("unknown", key: "x", due: clock.now, payload: Payload(number: 7))
            }
            func fire() async throws -> Int {
                async let one = runners[0].fireDue()
                async let other = runners[1].fireDue()
                return try await one + other
            }
            #expect(try await fire() == 0)
            clock.advance(.seconds(60))
            #expect(try await fire() == 20)
            #expect(try await pool.count("SELECT count(*) FROM effects") == 0)
            let failed = "SELECT count(*) FROM timers WHERE kind = 'remind' AND attempts = 1 AND last_error LIKE '%Failed'" as SQL
            #expect(try await pool.count(failed) == 20)
            #expect(try await fire() == 0)
            clock.advance(.seconds(1))
            #expect(try await fire() == 20)
            #expect(try await pool.count("SELECT count(*) FROM effects") == 20)
            #expect(try await pool.count("SELECT count(DISTINCT subject) FROM effects") == 20)
            #expect(try await pool.count("SELECT count(*) FROM timers WHERE kind = 'remind'") == 0)
            #expect(try await pool.count("SELECT count(*) FROM timers WHERE kind = 'unknown'") == 1)
        }
    }

    /// Else a long sweep in one replica would keep the others, and the database, busy with asking for it.
    @Test func aTimerInAnotherReplicasHandsIsNotAskedForWithoutPause() async throws {
        try await Kit.withDatabase { pool, _ in
            let began = ContinuousClock().now
            let looks = Mutex(0)
            let job = Job.timer("remind") { _, _, _ in }
            let runner = JobRunner([job], pool: pool) {
                looks.withLock { $0 += 1 }
                return Self.start
            }
            try await pool.transaction { try await $0.setTimer("remind", key: "held", due: Self.start, payload: Payload(number: 1)) }
            try await pool.transaction { replica in
                _ = try await replica.lockDueTimer(kinds: ["remind"], now: Self.start)
                try await Kit.running([runner]) {
                    try await eventually("it has looked often") { looks.withLock { $0 } >= 60 }
                }
            }
            // Three looks a round: two for what is due, one for what comes next.
            #expect(ContinuousClock().now - began >= .milliseconds(20 * 45))
        }
    }

    @Test func aConnectionThatDiesInTheHandlerLeavesTheTimer() async throws {
        try await Kit.withDatabase { pool, _ in
            let clock = SetClock(Self.start)
            let key = UUID().uuidString
            let tries = Mutex(0)
            let job = Job.timer("remind") { key, _, transaction in
                try await Self.effect(transaction, key)
                let isFirst = tries.withLock { tries in
                    tries += 1
                    return tries == 1
                }
                if isFirst { _ = try await transaction.query("SELECT pg_terminate_backend(pg_backend_pid())") }
            }
            // A second hand would find the timer that the first lets go of.
            var settings = JobSettings()
            settings.concurrency = 1
            let runner = JobRunner([job], pool: pool, settings: settings, now: { clock.now })
            try await pool.transaction { try await $0.setTimer("remind", key: key, due: clock.now, payload: Payload(number: 1)) }
            await #expect(throws: (any Error).self) { try await runner.fireDue() }
            #expect(try await pool.count("SELECT count(*) FROM effects") == 0)
            #expect(try await pool.count("SELECT count(*) FROM timers WHERE attempts = 0") == 1)
            #expect(try await runner.fireDue() == 1)
            #expect(try await pool.count("SELECT count(*) FROM effects") == 1)
        }
    }

    @Test func aTimerMovesIsCancelledAndMaySetItselfAgain() async throws {
        try await Kit.withDatabase { pool, _ in
            let clock = SetClock(Self.start)
            let (moved, cancelled) = (UUID().uuidString, UUID().uuidString)
            let job = Job.timer("remind") { key, _, transaction in
                try await Self.effect(transaction, key)
                try await transaction.setTimer("remind", key: key, due: clock.now.addingTimeInterval(3600), payload: Payload(number: 2))
            }
            let runner = JobRunner([job], pool: pool, now: { clock.now })
            try await pool.transaction { transaction in
                for key in [moved, cancelled] { try await transaction.setTimer("remind", key: key, due: clock.now, payload: Payload(number: 1)) }
                try await transaction.setTimer("remind", key: moved, due: clock.now.addingTimeInterval(60), payload: Payload(number: 1))
                try await transaction.cancelTimer("remind", key: cancelled)
            }
            #expect(try await runner.fireDue() == 0)
            clock.advance(.seconds(60))
            #expect(try await runner.fireDue() == 1)
            #expect(try await runner.fireDue() == 0)
            clock.advance(.seconds(3600))
            #expect(try await runner.fireDue() == 1)
        }
    }

    @Test func aSweepRunsOncePerIntervalInOneReplica() async throws {
        try await Kit.withDatabase { pool, _ in
            let clock = SetClock(Self.start)
            let runs = Mutex(0)
            let sweep = Job.sweepInBatches("tidy", every: .seconds(600)) { _ in
                // Two portions each time.
                runs.withLock { runs in
                    runs += 1
                    return runs % 2 == 1
                }
            }
            let runners = (0..<3).map { _ in JobRunner([sweep], pool: pool, now: { clock.now }) }
            for runner in runners { try await runner.ensureSweeps() }
            var counts: [Int] = []
            for _ in 0..<3 {
                for runner in runners { try await runner.fireDue() }
                counts.append(runs.withLock { $0 })
                clock.advance(.seconds(600))
            }
            #expect(counts == [0, 2, 4])
            // A shorter interval takes effect at the next start.
            let hasty = JobRunner([Job.sweep("tidy", every: .seconds(10)) { _ in runs.withLock { $0 = 100 } }], pool: pool, now: { clock.now })
            try await hasty.fireDue()
            runs.withLock { $0 = 0 }
            try await pool.transaction { try await $0.execute("UPDATE timers SET next_at = \(clock.now.addingTimeInterval(600))") }
            try await hasty.ensureSweeps()
            clock.advance(.seconds(10))
            try await hasty.fireDue()
            #expect(runs.withLock { $0 } == 100)
        }
    }

    @Test func aRunningRunnerFiresATimerSetElsewhereInTheProcess() async throws {
        try await Kit.withDatabase { pool, _ in
            let runner = JobRunner([.timer("remind") { key, _, transaction in try await Self.effect(transaction, key) }], pool: pool, now: { Date() })
            try await Kit.running([runner]) {
                try await pool.transaction { try await $0.setTimer("remind", key: UUID().uuidString, due: Date(), payload: Payload(number: 1)) }
                try await eventually("the effect") { try await pool.count("SELECT count(*) FROM effects") == 1 }
            }
        }
    }
}
