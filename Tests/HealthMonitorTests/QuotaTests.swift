import CareModels
import Foundation
import Postgres
import ServiceTestKit
import Testing

@testable import HealthMonitorService

@Suite struct QuotaTests {
    /// The same heart rate again is judged again, and leaves a line of that; settings are put back and forth.
    @Test func aPatientSendsAndChangesSoOftenAMinute() async throws {
        try await World.run(changesPerMinute: 4) { world in
            let (person, other) = (try await world.watched(), try await world.watched())
            let rate = #"{"items": [{"at": "2026-07-02T19:00:00Z", "bpm": 70, "kind": "resting"}]}"#
            for _ in 0..<3 { #expect(try await world.send(.POST, "/health/heart-rates", person, rate).status < 300) }
            let lines = try await world.count("SELECT count(*) FROM evaluations")
            for refused in [
                try await world.send(.POST, "/health/heart-rates", person, rate), try await world.send(.PUT, "/health/settings", person, #"{"boundary": 80}"#)
            ] {
                #expect(refused.status == 429 && refused.headers.first(name: "Retry-After") != nil)
            }
            #expect(try await world.count("SELECT count(*) FROM evaluations") == lines)
            #expect(try await world.get("/health/summary", person).status == 200)
            #expect(try await world.send(.POST, "/health/heart-rates", other, rate).status < 300)
        }
    }

    /// What is withdrawn is kept as well, so that it does not come back.
    @Test func aPatientSendsSoManyInAll() async throws {
        try await World.run(changesPerMinute: 1_000_000, mostHeartRates: 6) { world in
            let (person, other) = (try await world.watched(), try await world.watched())
            func send(_ minutes: Range<Int>, of person: World.Person) async throws -> Answer {
                let items = minutes.map { #"{"at": "2026-07-02T18:\#(10 + $0):00Z", "bpm": 60, "kind": "resting"}"# }.joined(separator: ",")
                return try await world.send(.POST, "/health/heart-rates", person, #"{"items": [\#(items)]}"#)
            }
            #expect(try await send(0..<4, of: person).batch.recorded == 4)
            let refused = try await send(4..<7, of: person)
            #expect(refused.status == 409)
            #expect(try refused.problem.slug == "quota-exceeded")
            #expect(try await world.count("SELECT count(*) FROM heart_rates WHERE person_id = \(person.id)") == 4)
            // As many as there is room for; what is known takes none.
            #expect(try await send(2..<6, of: person).batch.recorded == 2)
            #expect(try await send(0..<6, of: person).batch.duplicates == 6)
            func path(_ instant: String) throws -> String { "/health/heart-rates/\(Int(try TestClock.instant(instant).timeIntervalSince1970) * 1000)" }
            #expect(try await world.send(.DELETE, path("2026-07-02T18:10:00Z"), person).status == 204)
            #expect(try await send(6..<7, of: person).status == 409)
            // Corrected is not one more, and who was not counted yet is.
            #expect(try await world.send(.PATCH, path("2026-07-02T18:11:00Z"), person, #"{"bpm": 70}"#).status == 200)
            #expect(try await send(0..<3, of: other).status == 200)
            let forgotten = try await world.pool.transaction { tx in
                var monitor = try await tx.lockMonitor(of: other.id, world.dependencies.keys)
                let kept = monitor.state.kept
                monitor.state.kept = nil
                try await tx.save(monitor)
                return kept
            }
            #expect(forgotten == 3)
            #expect(try await send(3..<7, of: other).status == 409)
            #expect(try await send(3..<6, of: other).status == 200)
        }
    }
}
