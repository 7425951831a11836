import ServiceTestKit
import Testing

@testable import MessagingService

/// What standbys may answer, on a real one.
@Suite(.serialized, .timeLimit(.minutes(10))) struct StandbyTests {
    @Test func whatIsOnlyReadAStandbyAnswers() async throws {
        let clock = TestClock.running()
        let verifier = TestIssuer.verifier()
        try await World.runWithStandby(
            migrations, clock, dependencies: { Dependencies(pool: $0, masterKeys: World.masterKeys, now: { clock.now }, tokenClock: { clock.now }) },
            routes: { routes($0, verifier) }
        ) { world, _ in
            let (patient, provider) = (try await world.member(.patient), try await world.member(.provider))
            let conversation = try await world.converse(patient, provider)
            try await world.expectFromStandby(
                ["/conversations", "/conversations/\(conversation.id)/items", "/blocks", "/notifications", "/feed"].map { ($0, patient) },
                of: routes(world.dependencies, verifier))
        }
    }
}
