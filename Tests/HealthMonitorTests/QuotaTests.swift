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
}
