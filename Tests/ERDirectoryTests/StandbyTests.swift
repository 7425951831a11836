import ServiceTestKit
import Testing

@testable import ERDirectoryService

/// What standbys may answer, on a real one.
@Suite(.serialized, .timeLimit(.minutes(10))) struct StandbyTests {
    @Test func whatIsOnlyReadAStandbyAnswers() async throws {
        let clock = try TestClock(at: World.start)
        try await World.runWithStandby(migrations, clock, dependencies: { Dependencies(pool: $0, now: { clock.now }) }, routes: routes) { world, _ in
            let admin = try World.caller(.admin)
            let room = try await world.enter("General", by: admin)
            try await world.expectFromStandby(
                [("/ers/nearest?latitude=49.9&longitude=-97.1", nil), ("/ers?bbox=-98,49,-97,50", nil), ("/ers/\(room.id)/audit", admin)],
                of: routes(world.dependencies))
        }
    }
}
