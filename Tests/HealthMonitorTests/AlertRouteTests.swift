import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import HealthMonitorService

/// Alert → answer → boundary or reminder.
@Suite struct AlertRouteTests {
    @Test func oneAlertInTheInterval() async throws {
        try await World.run { world in
            let patient = try await world.watched()
            let raised = try #require(try await world.measure(patient, 80, at: "2026-07-02T19:59:00Z").batch.alert)
            #expect(raised.text == "Your resting heart rate is 80 bpm, above your boundary 75 bpm. Have you remembered your medication today?")
            #expect(try raised.raisedAt == instant(World.start))
            try world.setClock("2026-07-02T20:09:59Z")
            let early = try await world.measure(patient, 81, at: "2026-07-02T20:09:00Z").batch
            #expect(early.alert == nil && early.evaluation?.failed == [.intervalHasPassed])
            try world.setClock("2026-07-02T20:10:00Z")
            #expect(try await world.measure(patient, 82, at: "2026-07-02T20:10:00Z").batch.alert != nil)
            try world.setClock("2026-07-03T01:00:01Z")
            #expect(try await world.measure(patient, 83, at: "2026-07-03T01:00:00Z").batch.evaluation?.failed == [.isInWindow])
            let events = try await world.events(of: raised.id.uuid)
            #expect(events.map(\.description) == ["care.alerts.raised.v1 v1"])
            let names = try JSONSerialization.jsonObject(with: Data(events[0].data.utf8)) as? [String: Any]
            #expect(names.map { Set($0.keys) } == ["alertId", "version", "patientId", "raisedAt"])
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE topic = 'care.alerts.v1'") == 2)
        }
    }

    @Test func yesRaisesTheBoundary() async throws {
        try await World.run { world in
            let patient = try await world.watched(#", "dynamic": true, "gap": 3"#)
            let id = try await world.alert(patient)
            let answered = try await world.answer(id, patient, #"{"taken": "yes"}"#)
            #expect(answered.status == 200 && answered.headers.first(name: "etag") == "\"2\"")
            #expect(try answered.alert.answer?.taken == "yes" && answered.alert.reminder == nil)
            let settings = try await world.get("/health/settings", patient).settings
            #expect(settings.boundary == 78 && settings.version == 2)
            #expect(try await world.answer(id, patient, #"{"taken": "yes"}"#).body == answered.body)
            #expect(try await world.get("/health/settings", patient).settings.boundary == 78)
            let other = try await world.answer(id, patient, #"{"taken": "no"}"#)
            #expect(try other.status == 409 && other.problem.slug == "already-answered")
            #expect(try await world.events(of: id.uuid).map(\.description) == ["care.alerts.raised.v1 v1", "care.alerts.answered.v1 v2"])
            #expect(try await world.get("/health/summary", patient).decode(SummaryBody.self).warnings.isEmpty)
        }
    }

    @Test func yesLeavesAFixedBoundary() async throws {
        try await World.run { world in
            let patient = try await world.watched(#", "dynamic": false"#)
            let id = try await world.alert(patient)
            #expect(try await world.answer(id, patient, #"{"taken": "yes"}"#).status == 200)
            let settings = try await world.get("/health/settings", patient).settings
            #expect(settings.boundary == 75 && settings.version == 1)
        }
    }

    @Test func noIsAWarningAndMayRemind() async throws {
        try await World.run { world in
            let patient = try await world.watched(#", "dynamic": true"#)
            let id = try await world.alert(patient)
            let answered = try await world.answer(id, patient, #"{"taken": "no", "remindInHours": 2}"#, key: "k")
            let reminder = try #require(try answered.alert.reminder)
            #expect(try reminder.dueAt == instant("2026-07-02T22:00:00Z") && reminder.firedAt == nil)
            #expect(try await world.answer(id, patient, #"{"taken": "no", "remindInHours": 2}"#, key: "k").body == answered.body)
            #expect(try await world.answer(id, patient, #"{"taken": "no", "remindInHours": 2}"#).body == answered.body)
            #expect(try await world.answer(id, patient, #"{"taken": "no", "remindInHours": 3}"#).status == 409)
            #expect(try await world.get("/health/summary", patient).decode(SummaryBody.self).warnings == [try date("2026-07-02")])
            #expect(try await world.get("/health/settings", patient).settings.boundary == 75)

            try world.setClock("2026-07-02T21:59:59Z")
            #expect(try await world.fireDue() == 0)
            try world.setClock("2026-07-02T22:00:00Z")
            #expect(try await world.fireDue() == 1)
            #expect(try await world.fireDue() == 0)
            #expect(
                try await world.events(of: reminder.id.uuid).map(\.description) == [
                    "care.reminders.scheduled.v1 v1", "care.reminders.fired.v1 v2"
                ])
            // What the patient has read before does not hold any more.
            let read = try await world.send(.GET, "/health/alerts/\(id)", patient, headers: ["If-None-Match": "\"2\""])
            #expect(read.status == 200 && read.headers.first(name: "etag") == "\"3\"")
            #expect(try read.alert.reminder?.firedAt == instant("2026-07-02T22:00:00Z"))
        }
    }

    @Test func answersAreChecked() async throws {
        try await World.run { world in
            let patient = try await world.watched()
            let id = try await world.alert(patient)
            func faulty(_ body: String) async throws -> [String] { try await world.answer(id, patient, body).problem.fieldNames }
            #expect(try await faulty("{}") == ["taken"])
            #expect(try await faulty(#"{"taken": "maybe"}"#) == ["taken"])
            #expect(try await faulty(#"{"taken": true}"#) == ["taken"])
            #expect(try await faulty(#"{"taken": "no", "remindInHours": 0}"#) == ["remindInHours"])
            #expect(try await faulty(#"{"taken": "no", "remindInHours": 5}"#) == ["remindInHours"])
            #expect(try await faulty(#"{"taken": "no", "remindInHours": 1.5}"#) == ["remindInHours"])
            #expect(try await faulty(#"{"taken": "yes", "remindInHours": 1}"#) == ["remindInHours"])
            #expect(try await world.answer(AlertID(.v7()), patient, #"{"taken": "yes"}"#).status == 404)
            #expect(try await world.count("SELECT count(*) FROM timers") == 0)
            #expect(try await world.events(of: id.uuid).count == 1)
        }
    }

    /// No number, answer or setting of a person is readable in any row of the database; their instants are.
    @Test func theDatabaseHoldsNoHealthDataInTheClear() async throws {
        try await World.run { world in
            let patient = try await world.watched(#", "dynamic": true, "gap": 4, "minimumIntervalMinutes": 17, "timeZone": "America/Winnipeg""#)
            let id = try #require(try await world.measure(patient, 123.4, at: "2026-07-02T19:59:00Z", key: "k").batch.alert).id
            _ = try await world.answer(id, patient, #"{"taken": "no", "remindInHours": 2}"#, key: "l")
            let measured = try await world.get("/health/heart-rates", patient).decode(PageBody<StoredHeartRateBody>.self).items[0]
            let withdrawn = try await world.send(.DELETE, "/health/heart-rates/\(measured.id)", patient, headers: ["If-Match": "\"1\""])
            #expect(withdrawn.status == 204)
            let tables = ["monitors", "heart_rates", "alerts", "evaluations", "reminders", "withdrawn_heart_rates", "timers", "outbox", "idempotency_keys", "inbox_days"]
            var dump = ""
            for table in tables {
                let rows = try await world.pool.withConnection { connection in
                    try await connection.query("SELECT row_to_json(t)::text AS row, encode(convert_to(t::text, 'UTF8'), 'escape') AS text FROM \(unescaped: table) t")
                }
                for row in rows {
                    let text: String = try row["row"]
                    // bytea is shown in hexadecimal: what is readable in it is put back.
                    dump += table + " " + text + Self.readable(text) + "\n"
                }
            }
            #expect(
                dump.contains("alerts ") && dump.contains("withdrawn_heart_rates ") && dump.contains("care.reminders.scheduled.v1")
                    && dump.contains("2026-07-02T19:59:00"))
            for secret in ["123.4", "boundary", "taken", "\"no\"", "bpm", "is-above-boundary", "warnings", "17", "dynamic"] {
                let found = dump.split(separator: "\n").filter { $0.contains(secret) && !Self.isChance(secret, in: $0) }
                #expect(found.isEmpty, "\(secret)")
            }
        }
    }

    /// "17" is also a part of ids, instants and ciphertext: only a readable document would hold it as a value.
    private static func isChance(_ secret: String, in line: Substring) -> Bool { secret == "17" && !line.contains(":17,") && !line.contains(":17}") }

    private static func readable(_ text: String) -> String {
        var result = ""
        for match in text.matches(of: /\\\\x([0-9a-f]+)/) {
            var digits = match.1[...]
            while digits.count >= 2 {
                if let byte = UInt8(digits.prefix(2), radix: 16) { result.unicodeScalars.append(Unicode.Scalar(byte)) }
                digits = digits.dropFirst(2)
            }
        }
        return result.replacing("\n", with: " ")
    }
}
