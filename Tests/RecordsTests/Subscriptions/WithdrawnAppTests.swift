import CareModels
import Foundation
import Outbox
import ServiceTestKit
import Testing

@testable import RecordsService

/// Somebody lets an app do nothing more for them, as Auth tells it: what it subscribed to in their name is over.
@Suite(.timeLimit(.minutes(3))) struct WithdrawnAppTests {
    /// As the event comes, twice. All tokens of these tests are of the client `machine`, if nothing else is said.
    private static func withdraw(_ client: String = "machine", of user: UserID, at instant: Date, _ world: World) async throws {
        let event = try ReceivedEvent(
            AppWithdrawn(withdrawalId: AppWithdrawalID(.v7()), userId: user, clientId: client, withdrawnAt: instant))
        let people = consumers(world.dependencies).first { $0.types?.contains(event.type) == true }
        let consumer = try #require(people)
        #expect(try await consumer.apply(event, on: world.pool) == .handled(nil))
        #expect(try await consumer.apply(event, on: world.pool) == .repeated)
    }

    private static func write(_ patient: World.Person, _ world: World) async throws {
        #expect(try await world.send(.POST, "/fhir/r4/Basic", patient, #"{"resourceType":"Basic"}"#).status == 201)
    }

    @Test func hearsNothingMore() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let provider = try await world.provider()
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            let feed = try await world.subscribe(patient, World.subscription(["Basic"])).id
            let hook = try await world.subscribe(patient, World.hook()).id
            let inOtherApp = World.Person(
                id: patient.id, token: try TestIssuer.token(patient.id, .patient, scope: World.everyScope, client: "other"))
            let other = try await world.subscribe(inOtherApp, World.subscription(["Basic"])).id
            let providers = try await world.subscribe(provider, World.subscription(["Basic"]), headers: World.of(patient)).id
            try await Self.withdraw(of: patient.id, at: world.clock.now, world)
            for id in [feed, hook] { #expect(try await world.status(id, patient)["status"] == "off") }
            for id in [other, providers] { #expect(try await world.status(id, patient)["status"] == "active") }
            try await Self.write(patient, world)
            for id in [feed, hook] { #expect(try await world.notices(id) == ["handshake 0"]) }
            for id in [other, providers] { #expect(try await world.notices(id) == ["handshake 0", "event-notification 1"]) }
            // In somebody else's record, too.
            try await Self.withdraw(of: provider.id, at: world.clock.now, world)
            #expect(try await world.status(providers, patient)["status"] == "off")
            try await Self.write(patient, world)
            #expect(try await world.notices(providers).count == 2)
            #expect(try await world.notices(other).count == 3)
        }
    }

    /// Who lets the app in again has its subscriptions from then on, however late the event comes.
    @Test func whatWasSubscribedToSinceStays() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await world.subscribe(patient, World.subscription(["Basic"])).id
            try await Self.withdraw(of: patient.id, at: world.clock.now.addingTimeInterval(-EndSubscriptionsOfApp.patience - 1), world)
            #expect(try await world.status(id, patient)["status"] == "active")
            // By a token whose end was not heard of yet.
            try await Self.withdraw(of: patient.id, at: world.clock.now.addingTimeInterval(1 - EndSubscriptionsOfApp.patience), world)
            #expect(try await world.status(id, patient)["status"] == "off")
        }
    }

    @Test func oneThatCannotBeReadKeepsNoOther() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let broken = try #require(RecordID(try await world.subscribe(patient, World.subscription(["Basic"])).id))
            let id = try #require(RecordID(try await world.subscribe(patient, World.subscription(["Basic"])).id))
            try await world.pool.transaction {
                _ = try await $0.execute("UPDATE subscriptions SET terms = decode('00', 'hex') WHERE record_id = \(broken)")
            }
            try await Self.withdraw(of: patient.id, at: world.clock.now, world)
            #expect(try await world.count("SELECT count(*) FROM subscriptions WHERE state = 'off' AND record_id = \(id)") == 1)
        }
    }
}
