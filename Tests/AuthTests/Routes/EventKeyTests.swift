import CareModels
import Foundation
import Kafka
import ServiceTestKit
import Testing

@testable import AuthService
@testable import Outbox
@testable import Sealing

/// Deletions are signed with a key for events alone, whose public half outlives it.
@Suite struct EventKeyTests {
    private struct KeySet: Decodable { var keys: [JSONWebKey] }

    private func published(_ world: World) async throws -> [JSONWebKey] {
        try await world.get("/oauth/event-keys").decode(KeySet.self).keys
    }

    private func eraseSomeone(_ world: World, _ name: String) async throws {
        let user = try await world.signUp(name)
        let token = try await world.logIn(name).accessToken
        #expect(try await world.send(.DELETE, "/users/\(user.id)", token: token).status == 204)
    }

    /// The deletions that wait for the relay, as it sends them.
    private func deletions(_ world: World) async throws -> [ReceivedEvent] {
        let rows = try await world.pool.withConnection { try await $0.unpublished(limit: 100, beingSent: []) }
        return try rows.filter { $0.type == UserDeleted.type }.map { row in
            let record = try row.record(source: Array("/careline/auth".utf8))
            return try ReceivedEvent(
                KafkaMessage(
                    topic: record.topic, partition: 0, offset: 0, key: record.key, value: record.value, headers: record.headers, timestamp: 0))
        }
    }

    @Test func whatAnOlderKeySignedIsBelievedUntilItIsWithdrawn() async throws {
        try await World.run { world in
            let masters = world.dependencies.masters
            let replace = ReplaceEventKey(masters: masters, now: world.dependencies.now)
            let verifier = { @Sendable in EventVerifier { try await self.published(world) } }
            #expect(try await published(world).isEmpty)
            try await eraseSomeone(world, "ada")
            let first = try #require(try await published(world).first)
            #expect(first.kid.hasPrefix("events-") && first.alg == "ES256")
            // A token's key signs no events, nor the reverse.
            #expect(try await world.get("/oauth/jwks").decode(KeySet.self).keys.allSatisfy { $0.kid != first.kid })

            let second = try await world.pool.transaction { tx in try await replace(withdrawn: false, tx) }
            try await eraseSomeone(world, "eve")
            #expect(Set(try await published(world).map(\.kid)) == [first.kid, second])
            #expect(try await world.count("SELECT count(*) FROM event_keys WHERE sealed_key IS NOT NULL") == 1)
            let events = try await deletions(world)
            #expect(events.count == 2)
            for event in events { try await verifier().check(event) }

            let third = try await world.pool.transaction { tx in try await replace(withdrawn: true, tx) }
            #expect(Set(try await published(world).map(\.kid)) == [first.kid, third])
            await #expect(throws: EventKeyUnknown.self) { try await verifier().check(events[1]) }
            // What the withdrawn key signed, Auth signs anew.
            let later = Date().addingTimeInterval(60)
            let sign = SignDeletions(masters: masters, delay: 0, now: { later })
            let hasMore = try await world.pool.transaction { tx in try await sign(tx) }
            #expect(!hasMore)
            for event in try await deletions(world) { try await verifier().check(event) }
        }
    }

    @Test func aNewMasterKeySealsTheKeyAnew() async throws {
        try await World.run { world in
            let (old, now) = (world.dependencies.masters, world.clock.now)
            let made = try await world.pool.transaction { tx in try await FindEventSigner(masters: old)(now: now, tx).kid }
            let next = MasterKey([UInt8](repeating: 77, count: 32))
            let masters = MasterKeys(MasterKeyList([old.current, next]))
            try await world.pool.transaction { tx in try await ResealEventKeys(masters: masters)(tx) }
            let alone = MasterKeys(current: [UInt8](repeating: 77, count: 32))
            #expect(try await world.pool.transaction { tx in try await FindEventSigner(masters: alone)(now: now, tx).kid } == made)
        }
    }
}
