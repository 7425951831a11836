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

    /// A person who fills their record and empties it, again and again, leaves nothing here for good.
    @Test func ofAWithdrawnObservationNothingIsLeftOnceNothingOlderCanCome() async throws {
        try await World.run { world in
            let person = try await world.patient()
            let (withdrawn, writtenAgain, counts) = (RecordID(.v7()), RecordID(.v7()), RecordID(.v7()))
            func hear(_ event: some CareEvent) async throws {
                for consumer in consumers(world.dependencies) where consumer.types?.contains(type(of: event).type) == true {
                    _ = try await consumer.apply(ReceivedEvent(event), on: world.pool)
                }
            }
            func recorded(_ id: RecordID, _ version: Int) -> ObservationRecorded {
                ObservationRecorded(
                    observationId: id, version: version, userId: person.id, recordVersion: version, system: "http://loinc.org", code: "40443-4",
                    value: 70, unit: "/min", effectiveAt: world.dependencies.now())
            }
            func withdrawal(_ id: RecordID, _ version: Int) -> ObservationWithdrawn {
                ObservationWithdrawn(
                    observationId: id, version: version, userId: person.id, recordVersion: version, withdrawnAt: world.dependencies.now())
            }
            try await hear(recorded(counts, 1))
            // The first of it comes late, as a dead letter.
            try await hear(withdrawal(withdrawn, 2))
            try await hear(withdrawal(writtenAgain, 1))
            try world.setClock("2026-07-02T20:05:00Z")
            try await hear(recorded(writtenAgain, 2))
            let sweep = JobRunner([.forgetWithdrawnObservations(world.dependencies)], pool: world.pool, now: world.dependencies.now)
            try await sweep.ensureSweeps()
            // 250 days after 20:00.
            try world.setClock("2027-03-09T20:00:00Z")
            try await sweep.fireDue()
            try await hear(recorded(withdrawn, 1))
            #expect(try await world.count("SELECT count(*) FROM heart_rates") == 2)
            #expect(try await world.count("SELECT count(*) FROM observation_versions") == 3)
            try world.setClock("2027-03-09T20:01:00.001Z")
            try await sweep.fireDue()
            #expect(try await world.count("SELECT count(*) FROM observation_versions WHERE observation_id = \(withdrawn)") == 0)
            #expect(try await world.count("SELECT count(*) FROM observation_versions") == 2)
            #expect(try await world.count("SELECT count(*) FROM withdrawn_observations") == 0)
            #expect(try await world.count("SELECT count(*) FROM heart_rates") == 2)
        }
    }

    @Test func neverMoreWithdrawalsThanABatch() async throws {
        try await World.run { world in
            let person = try await world.watched()
            let cutoff = try instant("2026-07-02T00:00:00Z")
            try await world.pool.withConnection { connection in
                try await connection.execute(
                    """
                    INSERT INTO observation_versions (observation_id, person_id, version)
                    SELECT md5(n::text)::uuid, \(person.id), 1 FROM generate_series(1, 250) n
                    """)
                try await connection.execute(
                    """
                    INSERT INTO withdrawn_observations (person_id, observation_id, version, heard_at)
                    SELECT person_id, observation_id, version, '2026-07-01T00:00:00Z'::timestamptz FROM observation_versions
                    """)
                try await connection.execute("ANALYZE observation_versions, withdrawn_observations")
            }
            let left = try await world.pool.left("SELECT count(*) FROM observation_versions") {
                try await $0.forgetWithdrawnObservations(before: cutoff, limit: 100)
            }
            #expect(left == [150, 50, 0])
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
