import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import MessagingService

@Suite struct BlockTests {
    private struct Body: Decodable, Sendable {
        var userId: UserID
        var fullName: String?
        var blockedAt: Date
    }

    private func block(_ world: World, _ owner: World.Member, _ person: UserID) async throws -> Answer {
        try await world.send(.PUT, "/blocks/\(person)", owner)
    }

    private func begin(_ world: World, _ starter: World.Member, _ others: [World.Member]) async throws -> Answer {
        let ids = others.map { "\"\($0.id)\"" }.joined(separator: ",")
        return try await world.send(.POST, "/conversations", starter, #"{"participantIds":[\#(ids)]}"#)
    }

    @Test func blocksAreListedAndTakenBack() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            var providers: [World.Member] = []
            for index in 0..<3 {
                providers.append(try await world.member(.provider, fullName: "Dr. \(index)"))
                #expect(try await block(world, patient, providers[index].id).status == 204)
                world.passTime(1)
            }
            // Again: nothing more happens. Whom nobody knows: nothing is kept, and nothing is said.
            #expect(try await block(world, patient, providers[0].id).status == 204)
            #expect(try await block(world, patient, UserID(.v7())).status == 204)
            let own = try await block(world, patient, patient.id)
            #expect(own.status == 400)
            #expect(try own.problem.fieldNames == ["userId"])

            let first: PageBody<Body> = try await world.get("/blocks?limit=2", patient).decode()
            #expect(first.items.map(\.fullName) == ["Dr. 2", "Dr. 1"])
            let rest: PageBody<Body> = try await world.get("/blocks?limit=2&after=\(try #require(first.nextCursor))", patient).decode()
            #expect(rest.items.map(\.userId) == [providers[0].id])
            #expect(rest.nextCursor == nil)
            let others: PageBody<Body> = try await world.get("/blocks", providers[0]).decode()
            #expect(others.items.isEmpty)

            #expect(try await world.send(.DELETE, "/blocks/\(providers[1].id)", patient).status == 204)
            #expect(try await world.send(.DELETE, "/blocks/\(providers[1].id)", patient).status == 204)
            let left: PageBody<Body> = try await world.get("/blocks", patient).decode()
            #expect(left.items.map(\.userId) == [providers[2].id, providers[0].id])
            #expect(try await world.get("/blocks", nil).status == 401)
            let narrow = World.Member(id: patient.id, token: try World.token(patient.id, .patient, scope: "messages:read"))
            #expect(try await block(world, narrow, providers[1].id).status == 403)
        }
    }

    @Test func nothingReachesWhoBlocks() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let colleague = try await world.member(.provider)
            let made = try await world.converse(patient, provider, text: "Hello")
            let early = try await world.say("before", provider, in: made.id, clientId: "early")
            #expect(early.status == 201)
            #expect(try await block(world, patient, provider.id).status == 204)
            let fed = try await world.wholeFeed(patient).count

            let refused = try await world.say("and now?", provider, in: made.id)
            #expect(refused.status == 403)
            #expect(try refused.problem.slug == "not-received")
            #expect(!refused.text.contains(patient.id.description))
            // A retry of what was sent before is answered as it was.
            #expect(try await world.say("before", provider, in: made.id, clientId: "early").status == 200)
            #expect(try await world.send(.PUT, "/conversations/\(made.id)/typing", provider).status == 204)
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE type = 'care.feed.typing.v1'") == 0)
            let shown = try await world.get("/conversations/\(made.id)", patient).conversation
            #expect(shown.participant(provider.id)?.typingAt == nil)

            // Nor does a new conversation with both begin, whoever begins it: the same answer as for one whom nobody knows.
            for (starter, others) in [(provider, [patient]), (patient, [provider]), (patient, [colleague, provider])] {
                let answer = try await begin(world, starter, others)
                #expect(answer.status == 403)
                #expect(try answer.problem.slug == "participants-not-allowed")
            }
            #expect(try await world.wholeFeed(patient).count == fed)
            // What they have with others goes on, and theirs too when the block is taken back.
            #expect(try await begin(world, colleague, [provider]).status == 201)
            #expect(try await world.say("I can", patient, in: made.id).status == 201)
            #expect(try await world.send(.DELETE, "/blocks/\(provider.id)", patient).status == 204)
            #expect(try await world.say("there you are", provider, in: made.id).status == 201)
        }
    }

    @Test func nobodyIsBroughtInWhomOneOfThemBlocks() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let blocked = try await world.member(.provider)
            let blocking = try await world.member(.provider)
            let made = try await world.converse(patient, provider)
            #expect(try await block(world, provider, blocked.id).status == 204)
            #expect(try await block(world, blocking, provider.id).status == 204)
            for newcomer in [blocked, blocking] {
                let answer = try await world.send(.POST, "/conversations/\(made.id)/participants", patient, #"{"userId":"\#(newcomer.id)"}"#)
                #expect(answer.status == 403)
                #expect(try answer.problem.slug == "participants-not-allowed")
            }
        }
    }

    @Test func thereIsAMostAndErasureTakesThemAll() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let other = try await world.member(.provider)
            try await world.pool.withConnection { connection in
                try await connection.execute(
                    """
                    INSERT INTO blocks (owner_id, person_id, created_at)
                    SELECT \(patient.id)::uuid, gen_random_uuid(), now() FROM generate_series(1, \(Block.most - 1))
                    """)
            }
            #expect(try await block(world, patient, provider.id).status == 204)
            #expect(try await block(world, patient, provider.id).status == 204)
            let refused = try await block(world, patient, other.id)
            #expect(refused.status == 409)
            #expect(try refused.problem.slug == "too-many-blocks")
            #expect(try await block(world, other, patient.id).status == 204)
            try await world.erase(patient)
            #expect(try await world.count("SELECT count(*) FROM blocks") == 0)
            // Who is gone is not written down again.
            #expect(try await block(world, other, patient.id).status == 204)
            #expect(try await block(world, patient, other.id).status == 403)
            #expect(try await world.count("SELECT count(*) FROM blocks") == 0)
        }
    }
}
