import CareModels
import Foundation
import HTTP
import Postgres
import ServiceTestKit
import Testing

@testable import HealthMonitorService
@testable import Outbox

@Suite(.timeLimit(.minutes(3))) struct RaceTests {
    @Test func twentyHeartRatesAtOnceMakeOneAlert() async throws {
        try await World.run(size: 20) { world in
            let patient = try await world.watched()
            let batches = try await together(20) { index in
                try await world.measure(patient, 80 + Double(index), at: "2026-07-02T19:58:\(10 + index)Z").batch
            }
            #expect(batches.allSatisfy { $0.recorded == 1 && $0.evaluation != nil })
            #expect(batches.compactMap(\.alert).count == 1)
            #expect(try await world.count("SELECT count(*) FROM alerts") == 1)
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE topic = 'care.alerts.v1'") == 1)
            #expect(try await world.count("SELECT count(*) FROM evaluations") == 20)
            #expect(try await world.events(of: patient.id.uuid).map(\.version) == Array(1...20))
        }
    }

    /// Batch upon batch at two replicas, whose clocks are 20 s apart: an alert as soon as ten minutes have passed since the last one,
    /// whichever raised that, and never before. A replica that was started later knows of it too.
    @Test func alertsKeepTheirIntervalAcrossReplicas() async throws {
        try await World.runReplicas(3) { replicas in
            let patient = try await replicas[0].watched()
            var raised: [Int] = []
            for minute in stride(from: 10, to: 49, by: 3) {
                for (replica, second) in zip(replicas, ["00", "20"]) { try replica.setClock("2026-07-02T20:\(minute):\(second)Z") }
                let batches = try await together(10) { index in
                    try await replicas[index % 2].measure(patient, 80, at: "2026-07-02T20:\(minute):00.\(index)00Z").batch
                }
                #expect(batches.allSatisfy { $0.recorded == 1 })
                if batches.contains(where: { $0.alert != nil }) { raised.append(minute) }
            }
            #expect(raised == [10, 22, 34, 46])
            #expect(try await replicas[0].count("SELECT count(*) FROM alerts") == 4)
            #expect(
                try await replicas[0].count(
                    """
                    SELECT count(*) FROM alerts a JOIN alerts b ON b.person_id = a.person_id AND b.id <> a.id
                        AND b.raised_at >= a.raised_at AND b.raised_at < a.raised_at + interval '10 minutes'
                    """) == 0)
            try replicas[2].setClock("2026-07-02T20:55:59Z")
            #expect(try await replicas[2].measure(patient, 80, at: "2026-07-02T20:55:00Z").batch.evaluation?.failed == [.intervalHasPassed])
        }
    }

    /// Whose monitor and key have yet to be made.
    @Test func aNewPatientsFirstHeartRatesAtOnce() async throws {
        try await World.run(size: 20) { world in
            let patient = try world.someone(.patient)
            let batches = try await together(20) { index in
                try await world.measure(patient, 60, at: "2026-07-02T19:58:\(10 + index % 10)Z").batch
            }
            #expect(batches.map(\.recorded).reduce(0, +) == 10)
            #expect(batches.map(\.duplicates).reduce(0, +) == 10)
            #expect(try await world.count("SELECT count(*) FROM person_keys") == 1)
            #expect(try await world.get("/health/summary", patient).decode(SummaryBody.self).series.last?.count == 10)
        }
    }

    /// The constraint itself, without the rule and the lock that come before.
    @Test func theDatabaseRefusesTwoAlertsAtOnce() async throws {
        try await World.run { world in
            let patient = try await world.watched()
            _ = try await world.alert(patient)
            do {
                try await world.pool.withConnection {
                    _ = try await $0.execute(
                        """
                        INSERT INTO alerts (id, person_id, version, raised_at, quiet_until, sealed)
                        SELECT gen_random_uuid(), person_id, 1, raised_at + interval '59 seconds', raised_at + interval '119 seconds', sealed FROM alerts
                        """)
                }
                Issue.record("it was accepted")
            } catch let error as PostgresError {
                #expect(error.isExclusionViolation && error.constraint == "alerts_apart")
            }
        }
    }

    @Test func oneAnswerCounts() async throws {
        try await World.run(size: 20) { world in
            let patient = try await world.watched(#", "dynamic": true"#)
            let id = try await world.alert(patient)
            let answers = try await together(20) { index in
                try await world.answer(id, patient, index % 2 == 0 ? #"{"taken": "yes"}"# : #"{"taken": "no", "remindInHours": 1}"#).status
            }
            #expect(answers.count { $0 == 200 } == 10 && answers.count { $0 == 409 } == 10)
            #expect(try await world.events(of: id.uuid).map(\.version) == [1, 2])
            let wasYes = try await world.get("/health/alerts/\(id)", patient).alert.answer?.taken == "yes"
            #expect(try await world.get("/health/settings", patient).settings.boundary == (wasYes ? 78 : 75))
            #expect(try await world.count("SELECT count(*) FROM reminders") == (wasYes ? 0 : 1))
            #expect(try await world.count("SELECT count(*) FROM timers") == (wasYes ? 0 : 1))
        }
    }

    @Test func settingsAreNotLost() async throws {
        try await World.run(size: 20) { world in
            let patient = try await world.watched()
            let statuses = try await together(10) { index in
                try await world.send(.PUT, "/health/settings", patient, #"{"boundary": \#(80 + index)}"#, headers: ["If-Match": "\"1\""]).status
            }
            #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 412 } == 9)
        }
    }

    /// Forty due reminders and four replicas, one of whose transactions die half way: each fires once.
    @Test func remindersFireOnceWithManyReplicas() async throws {
        try await World.run(size: 20) { world in
            var reminders: [ReminderID] = []
            for _ in 0..<40 {
                let patient = try await world.watched()
                let id = try await world.alert(patient)
                let answered = try await world.answer(id, patient, #"{"taken": "no", "remindInHours": 2}"#).alert
                reminders.append(try #require(answered.reminder).id)
            }
            try world.setClock("2026-07-02T22:00:00Z")
            let job = Job.fireReminders(world.dependencies)
            struct Killed: Error {}
            let dying = Job.timer(FireReminder.timer) { key, payload, tx in
                guard case .timer(let handle) = job.work else { return }
                try await handle(key, payload, tx)
                throw PostgresConnectionError.lost(sqlState: nil)  // as when the process is killed before the commit
            }
            let replicas = [dying, job, job, job].map { JobRunner([$0], pool: world.pool, now: world.dependencies.now) }
            _ = try await together(4) { index in (try? await replicas[index].fireDue()) ?? 0 }
            _ = try await replicas[1].fireDue()
            for reminder in reminders {
                #expect(try await world.events(of: reminder.uuid).map(\.type) == [ReminderScheduled.type, ReminderFired.type])
            }
            #expect(try await world.count("SELECT count(*) FROM timers") == 0)
        }
    }

    @Test func erasureAndWritesAtOnce() async throws {
        try await World.run(size: 20) { world in
            let patient = try await world.watched()
            let id = try await world.alert(patient)
            _ = try await together(20) { index in
                if index == 7 { try await world.erase(patient) }
                if index % 3 == 0 { return try await world.answer(id, patient, #"{"taken": "no", "remindInHours": 1}"#).status }
                return try await world.measure(patient, 90, at: "2026-07-02T19:59:\(10 + index)Z").status
            }
            for table in ["heart_rates", "alerts", "evaluations", "reminders", "timers"] {
                #expect(try await world.count("SELECT count(*) FROM \(unescaped: table)") == 0, "\(table)")
            }
            #expect(try await world.measure(patient, 90, at: "2026-07-02T20:00:00Z").status == 403)
        }
    }

    @Test func anotherPersonIsNotKeptWaiting() async throws {
        try await World.run(size: 3, changesPerMinute: 1_000_000, writesAtOnce: 2) { world in
            let (patient, other) = (try await world.watched(), try await world.watched())
            try await world.expectNobodyIsKeptWaiting(
                .person(patient.id), lock: { try await $0.execute("SELECT FROM monitors WHERE person_id = \(patient.id) FOR UPDATE") },
                flood: { try await world.measure(patient, 60, at: "2026-07-02T19:58:\(10 + $0)Z") },
                others: { try await world.measure(other, 60, at: "2026-07-02T19:58:00Z") })
        }
    }
}
