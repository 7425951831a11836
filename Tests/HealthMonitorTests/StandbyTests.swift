import ServiceTestKit
import Testing

@testable import HealthMonitorService

/// What standbys may answer, on a real one.
@Suite(.serialized, .timeLimit(.minutes(10))) struct StandbyTests {
    @Test func whatIsOnlyReadAStandbyAnswers() async throws {
        let clock = try TestClock(at: World.start)
        try await World.runWithStandby(
            migrations, clock, dependencies: { Dependencies(pool: $0, keys: World.keys(), now: { clock.now }) }, routes: routes
        ) { world, _ in
            let patient = try await world.watched()
            _ = try await world.alert(patient)
            let lists = ["heart-rates", "reminders", "evaluations", "alerts", "summary"]
            try await world.expectFromStandby(lists.map { ("/health/\($0)", patient) }, of: routes(world.dependencies))
        }
    }
}
