import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import MessagingService

/// What becomes of a provider for whom nobody vouches (`verified` in `care.users.v1`).
@Suite struct VerifiedProviderTests {
    private static func tell(_ world: World, _ provider: World.Member, version: Int, verified: Bool?) async throws {
        var event = UserRegistered(provider.id, .provider, verified: verified, at: world.dependencies.moment())
        event.version = version
        let changed = UserUpdated(event)
        try await world.pool.transaction { try await ProjectPerson()(PublicProfile(changed), $0) }
    }

    @Test func whoIsNotVerifiedIsNotAddedAndWhatThereIsGoesOn() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let (provider, colleague) = (try await world.member(.provider), try await world.member(.provider))
            let made = try await world.converse(patient, provider)
            try await Self.tell(world, provider, version: 2, verified: false)
            try await Self.tell(world, colleague, version: 2, verified: false)
            // An event of a release that knew no difference changes nothing.
            try await Self.tell(world, colleague, version: 3, verified: nil)

            func begin(_ starter: World.Member, with other: World.Member) async throws -> Answer {
                try await world.send(.POST, "/conversations", starter, #"{"participantIds":["\#(other.id)"]}"#)
            }
            #expect(try await begin(patient, with: colleague).problem.slug == "participants-not-allowed")
            let verified = try await world.member(.provider)
            #expect(try await begin(provider, with: verified).problem.slug == "participants-not-allowed")
            let bringing = #"{"userId":"\#(colleague.id)"}"#
            #expect(try await world.send(.POST, "/conversations/\(made.id)/participants", patient, bringing).problem.slug == "participants-not-allowed")

            // What they were in before goes on.
            #expect(try await world.get("/conversations/\(made.id)", provider).status == 200)
            #expect(try await world.say("Please see another colleague.", provider, in: made.id).status == 201)
            #expect(try await world.say("I will.", patient, in: made.id).status == 201)

            try await Self.tell(world, colleague, version: 4, verified: true)
            #expect(try await begin(patient, with: colleague).status == 201)
        }
    }

    @Test func theRuleAsksEverybody() {
        let (starter, other) = (UserID(.v7()), UserID(.v7()))
        func mayStart(_ isStarterVerified: Bool, _ isOtherVerified: Bool) -> Bool {
            var (one, two) = (Person(id: starter, role: .provider), Person(id: other, role: .provider))
            one.isVerified = isStarterVerified
            two.isVerified = isOtherVerified
            do throws(ConversationRule.Refusal) {
                _ = try ConversationRule.start(by: one, with: [two], related: [], isAnyBlocked: false)
                return true
            } catch {
                return error != .notAllowed
            }
        }
        #expect(mayStart(true, true) && !mayStart(false, true) && !mayStart(true, false))
    }
}
