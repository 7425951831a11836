import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import CareService
@testable import HealthMonitorService
@testable import Outbox

/// What becomes of old evaluations.
@Suite(.timeLimit(.minutes(3))) struct RetentionTests {
    @Test func evaluationsGoAfterTheirTimeAndNothingElse() async throws {
        try await World.run { world in
            let patient = try await world.watched()
            for minute in 50..<53 { try await world.measure(patient, 80, at: "2026-07-02T19:\(minute):00Z") }
            try world.setClock("2026-07-03T20:00:00Z")
            try await world.measure(patient, 70, at: "2026-07-03T19:59:00Z")
            let sweep = JobRunner([.forgetOldEvaluations(world.dependencies)], pool: world.pool, now: world.dependencies.now)
            try await sweep.ensureSweeps()
            try world.setClock("2026-09-30T20:00:00Z")
            try await sweep.fireDue()
            #expect(try await world.count("SELECT count(*) FROM evaluations") == 4)
            try world.setClock("2026-09-30T20:01:00.001Z")
            try await sweep.fireDue()
            let left = try await world.get("/health/evaluations", patient).decode(PageBody<EvaluationBody>.self).items
            #expect(try left.map(\.heartRate) == [heartRate("2026-07-03T19:59:00Z", 70)])
            #expect(try await world.count("SELECT count(*) FROM heart_rates") == 4)
            #expect(try await world.count("SELECT count(*) FROM alerts") == 1)
        }
    }

    @Test func theOldestGoFirstAFewAtATime() async throws {
        try await World.run { world in
            let patient = try await world.watched()
            for minute in 10..<15 {
                try world.setClock("2026-07-02T20:\(minute):00Z")
                try await world.measure(patient, 70, at: "2026-07-02T20:\(minute):00Z")
            }
            let cutoff = try instant("2026-07-02T20:14:00Z")
            func forget() async throws -> Bool { try await world.pool.transaction { try await $0.forgetEvaluations(before: cutoff, limit: 3) } }
            #expect(try await forget())
            #expect(try await world.count("SELECT count(*) FROM evaluations") == 2)
            #expect(try await world.count("SELECT count(*) FROM evaluations WHERE evaluated_at < '2026-07-02T20:13:00Z'") == 0)
            #expect(try await forget() == false)
            #expect(try await world.count("SELECT count(*) FROM evaluations") == 1)
        }
    }

    @Test func neverMoreThanABatchWhateverThePlan() async throws {
        try await World.run { world in
            let patient = try await world.watched()
            let cutoff = try instant("2026-07-02T00:00:00Z")
            try await world.pool.withConnection { connection in
                try await connection.execute(
                    """
                    INSERT INTO evaluations (person_id, evaluated_at, id, sealed)
                    SELECT \(patient.id), \(cutoff)::timestamptz - n * interval '1 minute', gen_random_uuid(), '' FROM generate_series(1, 250) n
                    """)
                try await connection.execute("ANALYZE evaluations")
            }
            let left = try await world.pool.left("SELECT count(*) FROM evaluations") { try await $0.forgetEvaluations(before: cutoff, limit: 100) }
            #expect(left == [150, 50, 0])
        }
    }

    /// The sweep comes to an end while the erasure's transaction is still open.
    @Test func itDoesNotWaitForAnErasure() async throws {
        try await World.run { world in
            let (leaving, staying) = (try await world.watched(), try await world.watched())
            for person in [leaving, staying] { try await world.measure(person, 70, at: "2026-07-02T19:00:00Z") }
            let event = UserDeleted(userId: leaving.id, version: 2, deletedAt: world.dependencies.now())
            let cutoff = try instant("2026-07-03T00:00:00Z")
            try await world.pool.transaction { erasure in
                _ = try await OnUserDeleted(dependencies: world.dependencies).handle(event, erasure)
                let hasMore = try await world.pool.transaction { try await $0.forgetEvaluations(before: cutoff, limit: 10) }
                #expect(hasMore == false)
                #expect(try await world.count("SELECT count(*) FROM evaluations WHERE person_id = \(staying.id)") == 0)
            }
            #expect(try await world.count("SELECT count(*) FROM evaluations") == 0)
        }
    }

    @Test func theSettingIsADayOrMore() throws {
        for (text, days) in [("1d", 1), ("24h", 1), ("400d", 400)] {
            var environment = Environment(["CARE_HEALTH_EVALUATION_RETENTION": text])
            #expect(HealthMonitorSettings(&environment).evaluationRetention == .seconds(days * 86_400))
            try environment.done()
        }
        for text in ["0d", "23h", "a week"] {
            var environment = Environment(["CARE_HEALTH_EVALUATION_RETENTION": text])
            _ = HealthMonitorSettings(&environment)
            #expect(throws: ConfigurationError.self, "\(text)") { try environment.done() }
        }
    }
}
