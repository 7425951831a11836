import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import HealthMonitorService

/// A patient lists, corrects and withdraws their heart rates.
@Suite struct OwnHeartRateTests {
    private func list(_ world: World, _ person: World.Person, _ query: String = "") async throws -> PageBody<StoredHeartRateBody> {
        let answer = try await world.get("/health/heart-rates" + query, person)
        #expect(answer.status == 200)
        return try answer.decode()
    }

    private func change(_ world: World, _ id: String, _ person: World.Person, _ bpm: String, match: String? = "\"1\"") async throws -> Answer {
        try await world.send(.PATCH, "/health/heart-rates/\(id)", person, #"{"bpm": \#(bpm)}"#, headers: match.map { ["If-Match": $0] } ?? [:])
    }

    private func withdraw(_ world: World, _ id: String, _ person: World.Person, match: String? = "\"1\"") async throws -> Answer {
        try await world.send(.DELETE, "/health/heart-rates/\(id)", person, headers: match.map { ["If-Match": $0] } ?? [:])
    }

    private func summary(_ world: World, _ person: World.Person) async throws -> SummaryBody { try await world.get("/health/summary", person).decode() }

    @Test func theyAreListedInPages() async throws {
        try await World.run { world in
            let (patient, other) = (try await world.patient(), try await world.patient())
            #expect(try await list(world, other).items.isEmpty)
            for minute in 10..<15 { _ = try await world.measure(patient, 60 + Double(minute), at: "2026-07-02T19:\(minute):00.5Z") }
            let first = try await list(world, patient, "?limit=2")
            #expect(first.items.map(\.bpm) == [74, 73] && first.items.allSatisfy { $0.version == 1 && $0.source == "api" && $0.observationId == nil })
            #expect(try first.items[0].at == instant("2026-07-02T19:14:00.5Z"))
            var found = first.items
            var cursor = first.nextCursor
            while let after = cursor {
                let page = try await list(world, patient, "?limit=2&after=\(after)")
                #expect(!page.items.isEmpty)
                found += page.items
                cursor = page.nextCursor
            }
            #expect(found.map(\.bpm) == [74, 73, 72, 71, 70])
            let between = try await list(world, patient, "?from=2026-07-02T19:11:00.5Z&to=2026-07-02T19:13:00.5Z")
            #expect(between.items.map(\.bpm) == [72, 71] && between.nextCursor == nil)
            #expect(try await list(world, other).items.isEmpty)
            #expect(try await world.get("/health/heart-rates?limit=201", patient).problem.fieldNames == ["limit"])
            #expect(try await world.get("/health/heart-rates?from=today", patient).problem.fieldNames == ["from"])
            #expect(try await world.get("/health/heart-rates", world.someone(.provider)).status == 403)
            #expect(try await world.get("/health/heart-rates", world.someone(.patient, scope: "health:write")).status == 403)
        }
    }

    @Test func oneIsCorrected() async throws {
        try await World.run { world in
            let (patient, other) = (try await world.watched(), try await world.patient())
            _ = try await world.measure(patient, 60, at: "2026-07-02T18:00:00Z")
            _ = try await world.measure(patient, 62, at: "2026-07-02T19:00:00Z")
            let id = try await list(world, patient).items[0].id
            let stale = try await change(world, id, patient, "70", match: "\"2\"")
            #expect(try stale.status == 412 && stale.decode(ChangedBody.self).currentVersion == 1)
            #expect(try await change(world, id, other, "70").status == 404)
            #expect(try await change(world, "1", patient, "70").status == 404)
            #expect(try await change(world, "latest", patient, "70").status == 404)
            #expect(try await change(world, id, patient, "500").problem.fieldNames == ["bpm"])
            #expect(try await change(world, id, patient, "null").problem.fieldNames == ["bpm"])
            // What is absent stays.
            let same = try await world.send(.PATCH, "/health/heart-rates/\(id)", patient, "{}", headers: ["If-Match": "\"1\""])
            #expect(try same.status == 200 && same.headers.first(name: "etag") == "\"1\"" && same.decode(StoredHeartRateBody.self).bpm == 62)
            #expect(try await world.send(.PATCH, "/health/heart-rates/\(id)", patient, "{}", headers: ["If-Match": "\"2\""]).status == 412)
            #expect(try await world.send(.PATCH, "/health/heart-rates/\(id)", other, "{}").status == 404)
            let corrected = try await change(world, id, patient, "70")
            #expect(corrected.status == 200 && corrected.headers.first(name: "etag") == "\"2\"")
            #expect(try corrected.decode(StoredHeartRateBody.self).bpm == 70)
            #expect(try await summary(world, patient).latest?.bpm == 70)
            #expect(try await summary(world, patient).sevenDayAverage == 65)
            // Nothing else: the same version.
            #expect(try await change(world, id, patient, "70", match: "\"2\"").headers.first(name: "etag") == "\"2\"")
            // What it is now is judged as one that has just come.
            #expect(try await change(world, id, patient, "80", match: "\"2\"").status == 200)
            #expect(try await world.count("SELECT count(*) FROM alerts") == 1)
            #expect(try await world.count("SELECT count(*) FROM heart_rates") == 2)
            #expect(try await world.events(of: patient.id.uuid).map(\.version) == [1, 2, 3, 4])
        }
    }

    @Test func aWithdrawnOneCountsNoMoreAndStaysAway() async throws {
        try await World.run { world in
            let patient = try await world.watched()
            _ = try await world.measure(patient, 60, at: "2026-07-02T18:00:00Z")
            _ = try await world.measure(patient, 80, at: "2026-07-02T19:00:00Z")
            #expect(try await world.count("SELECT count(*) FROM alerts") == 1)
            let id = try await list(world, patient).items[0].id
            let stale = try await withdraw(world, id, patient, match: "\"2\"")
            #expect(try stale.status == 412 && stale.decode(ChangedBody.self).currentVersion == 1)
            #expect(try await withdraw(world, id, patient).status == 204)
            #expect(try await withdraw(world, id, patient).status == 404)
            let left = try await summary(world, patient)
            #expect(left.latest?.bpm == 60 && left.sevenDayAverage == 60)
            // The alert stays, as what happened.
            #expect(try await world.count("SELECT count(*) FROM alerts") == 1)
            // An app that sends its history again does not bring it back; another value takes its place.
            let again = try await world.measure(patient, 80, at: "2026-07-02T19:00:00Z").batch
            #expect(again.refused == 1 && again.items[0].fields?.map(\.field) == ["bpm"])
            #expect(try await world.measure(patient, 66, at: "2026-07-02T19:00:00Z").batch.recorded == 1)
            // Unless the patient says so.
            #expect(try await change(world, id, patient, "80").status == 200)
            #expect(try await world.count("SELECT count(*) FROM withdrawn_heart_rates") == 0)
            #expect(try await summary(world, patient).latest?.bpm == 80)
        }
    }

    @Test func oneOfARecordIsCorrectedThere() async throws {
        try await World.run { world in
            let patient = try await world.patient()
            let event = ObservationRecorded(
                observationId: RecordID(.v7()), version: 1, userId: patient.id, recordVersion: 1, system: "http://loinc.org", code: "40443-4", value: 61,
                unit: "/min", effectiveAt: try instant("2026-07-02T19:00:00Z"))
            try await world.pool.transaction { try await OnObservationRecorded(dependencies: world.dependencies).handle(event, $0) }
            let stored = try await list(world, patient).items[0]
            #expect(stored.source == "observation" && stored.observationId == event.observationId)
            #expect(try await change(world, stored.id, patient, "70").problem.slug == "of-record")
            #expect(try await withdraw(world, stored.id, patient).status == 409)
            #expect(try await list(world, patient).items == [stored])
        }
    }

    @Test func ofManyCorrectionsOneCounts() async throws {
        try await World.run(size: 20) { world in
            let patient = try await world.patient()
            _ = try await world.measure(patient, 60, at: "2026-07-02T19:00:00Z")
            let id = try await list(world, patient).items[0].id
            let statuses = try await together(10) { index in try await change(world, id, patient, "\(70 + index)").status }
            #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 412 } == 9)
            #expect(try await list(world, patient).items.map(\.version) == [2])
        }
    }

    /// Who sends and withdraws, another instant each time, comes to an end, too.
    @Test func aDayHoldsSoManyWithTheWithdrawn() async throws {
        try await World.run { world in
            let patient = try await world.patient()
            _ = try await world.measure(patient, 60, at: "2026-07-02T18:00:00Z")
            let id = try await list(world, patient).items[0].id
            try await world.pool.withConnection { connection in
                _ = try await connection.execute(
                    """
                    INSERT INTO withdrawn_heart_rates (person_id, measured_at, sealed)
                    SELECT \(patient.id), '2026-07-02T00:00:00Z'::timestamptz + number * interval '1 second', '\\x00'::bytea FROM generate_series(1, 1439) AS number
                    """)
            }
            let refused = try await world.measure(patient, 61, at: "2026-07-02T18:01:00Z").batch
            #expect(refused.refused == 1 && refused.items[0].fields?.map(\.field) == ["at"])
            #expect(try await world.measure(patient, 61, at: "2026-07-01T18:01:00Z").batch.recorded == 1)
            // What is there is corrected all the same, and withdrawn.
            #expect(try await change(world, id, patient, "62").status == 200)
            #expect(try await list(world, patient).items.map(\.bpm) == [62, 61])
            #expect(try await withdraw(world, id, patient, match: "\"2\"").status == 204)
            #expect(try await world.measure(patient, 63, at: "2026-07-02T18:02:00Z").batch.refused == 1)
        }
    }
}
