import Fetch
import Sealing
import ServiceTestKit
import Testing

@testable import WebhooksService

/// What standbys may answer, on a real one.
@Suite(.serialized, .timeLimit(.minutes(10))) struct StandbyTests {
    @Test func whatIsOnlyReadAStandbyAnswers() async throws {
        let clock = try TestClock(at: World.start)
        try await Receiver.run { receiver in
            try await World.runWithStandby(
                migrations, clock,
                dependencies: {
                    Dependencies(pool: $0, seals: Seals(masters: World.masters), settings: World.settings(), fetcher: Fetcher(), now: { clock.now })
                }, routes: routes
            ) { world, _ in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                try await world.expectFromStandby(["/webhooks", "/webhooks/\(webhook.id)/deliveries"].map { ($0, client) }, of: routes(world.dependencies))
            }
        }
    }
}
