import CareModels
import Foundation
import Outbox
import Postgres
import ServiceTestKit
import Testing

@testable import RecordsService

/// What Records makes of the events of one person or one house, in whatever order they come.
@Suite struct EveryOrderTests {
    /// Its user in a cluster may read what it reads.
    @Test func whatItReadsIsListed() async throws {
        try await World.run { world in
            #expect(Set(consumers(world.dependencies).map(\.topic)) == Set(ServiceTopics.of("records")?.consumes ?? []))
        }
    }

    private static let at = Date(epochSeconds: 0)

    private struct Subject: Sendable {
        var person = UserID(.v7())
        var house = OrganisationID(.v7())

        var registered: any CareEvent {
            UserRegistered(
                userId: person, version: 1, username: "a", role: .provider, fullName: nil, avatarUrl: nil, specialty: nil, timeZone: nil, registeredAt: at,
                verified: false)
        }

        var updated: any CareEvent {
            UserUpdated(
                userId: person, version: 2, username: "b", role: .provider, title: nil, fullName: nil, avatarUrl: nil, specialty: nil, practice: nil, languages: nil,
                timeZone: nil, updatedAt: at, verified: true)
        }

        var told: any CareEvent {
            UserSnapshot(
                userId: person, version: 2, username: "b", role: .provider, fullName: nil, avatarUrl: nil, specialty: nil, timeZone: nil, registeredAt: at,
                title: nil, practice: nil, languages: nil, verified: true)
        }

        var deleted: any CareEvent { UserDeleted(userId: person, version: 3, deletedAt: at) }
        var created: any CareEvent { OrganisationCreated(organisationId: house, version: 1, name: "a", timeZone: "UTC", createdAt: at) }
        var changed: any CareEvent { OrganisationChanged(organisationId: house, version: 2, name: "b", timeZone: "UTC", changedAt: at) }
        var closed: any CareEvent { OrganisationClosed(organisationId: house, version: 7, closedAt: at) }

        func joined(_ roles: [OrganisationRole]) -> any CareEvent {
            OrganisationMemberJoined(organisationId: house, version: 3, userId: person, roles: roles, joinedAt: at)
        }

        var promoted: any CareEvent {
            OrganisationMemberChanged(organisationId: house, version: 4, userId: person, roles: [.practitioner], changedAt: at)
        }

        var left: any CareEvent { OrganisationMemberLeft(organisationId: house, version: 5, userId: person, leftAt: at) }

        /// Of a team nobody here keeps anything.
        var teamed: [any CareEvent] {
            let team = TeamID(.v7())
            return [
                OrganisationTeamCreated(organisationId: house, version: 4, teamId: team, name: "Desk", memberIds: [person], createdAt: at),
                OrganisationTeamChanged(organisationId: house, version: 5, teamId: team, name: "Desk", memberIds: [], changedAt: at),
                OrganisationTeamDeleted(organisationId: house, version: 6, teamId: team, deletedAt: at)
            ]
        }

        func snapshot(_ members: [OrganisationSnapshot.Member]) -> any CareEvent {
            OrganisationSnapshot(organisationId: house, version: 6, name: "c", timeZone: "UTC", members: members, createdAt: at, isClosed: false)
        }
    }

    /// What somebody subscribed to by an app that they withdraw from afterwards, and by no other.
    private struct Subscribed: Sendable {
        var person: UserID
        var id: RecordID

        var events: [any CareEvent] {
            [withdrawn("other"), withdrawn("machine"), UserDeleted(userId: person, version: 2, deletedAt: at)]
        }

        private func withdrawn(_ client: String) -> any CareEvent {
            AppWithdrawn(withdrawalId: AppWithdrawalID(.v7()), userId: person, clientId: client, withdrawnAt: Date(epochSeconds: 4_000_000_000))
        }
    }

    private static func subscribed(_ world: World) async throws -> Subscribed {
        let patient = try world.patient()
        return Subscribed(person: patient.id, id: try #require(RecordID(try await world.subscribe(patient).id)))
    }

    @Test(.timeLimit(.minutes(3))) func nothingDependsOnTheOrder() async throws {
        try await World.run { world in
            let all = consumers(world.dependencies)
            var tried: Set<String> = []
            func check(_ events: @escaping @Sendable (Subject) -> [any CareEvent]) async throws {
                let orders = EveryOrder(all, world.pool, subject: { Subject() }, events: events, state: { try await Self.state($0, world) })
                tried.formUnion(try await orders.check())
            }
            try await check { [$0.registered, $0.updated, $0.told, $0.deleted] }
            try await check { [$0.created, $0.joined([.receptionist]), $0.promoted, $0.left] }
            try await check { [$0.changed, $0.joined([.practitioner]), $0.snapshot([]), $0.closed] }
            try await check { subject in [subject.promoted, subject.snapshot([.init(userId: subject.person, roles: [.practitioner])]), subject.closed] }
            try await check { [$0.joined([.practitioner]), $0.deleted] }
            try await check { [$0.joined([.practitioner])] + $0.teamed }
            let hooks = EveryOrder(
                all, world.pool, subject: { try #require(RecordID(try await world.subscribe(try world.patient(), World.hook()).id)) },
                events: { [Self.hook($0, 1, .active), Self.hook($0, 2, .error)] }, state: { try await Self.state(of: $0, world) })
            tried.formUnion(try await hooks.check())
            let apps = EveryOrder(
                all, world.pool, subject: { try await Self.subscribed(world) }, events: { $0.events }, state: { try await Self.state(of: $0.id, world) })
            tried.formUnion(try await apps.check())
            #expect(tried == all.handledTypes)
            #expect(all.reduce(into: Set<String>()) { $0.formUnion($1.following) } == tried.subtracting([UserDeleted.type, AppWithdrawn.type]))
        }
    }

    /// Of patients nothing is kept, and of what the release before has kept nobody knows what came to it.
    @Test func whereNoVersionIsKnownNothingIsMissed() async throws {
        try await World.run { world in
            func step(_ event: any CareEvent) async throws -> Consumer.Applied? {
                let received = try ReceivedEvent(event)
                return try await consumers(world.dependencies).first { $0.types?.contains(received.type) == true }?.apply(received, on: world.pool)
            }
            let patient = UserUpdated(
                userId: UserID(.v7()), version: 5, username: "p", role: .patient, title: nil, fullName: nil, avatarUrl: nil, specialty: nil, practice: nil,
                languages: nil, timeZone: nil, updatedAt: Self.at)
            #expect(try await step(patient) == .handled(nil))
            let subject = Subject()
            _ = try await world.pool.withConnection {
                try await $0.execute("INSERT INTO organisations (organisation_id, version, name) VALUES (\(subject.house), 1, 'a')")
            }
            #expect(try await step(subject.promoted) == .handled(nil))
            #expect(try await step(subject.left) == .handled(.next))
            #expect(try await step(subject.closed) == .handled(.gap(missing: 6...6)))
        }
    }

    private static func hook(_ subscription: RecordID, _ version: Int, _ state: SubscriptionHookState) -> any CareEvent {
        SubscriptionHookChanged(subscriptionId: subscription, version: version, notificationVersion: 1, hookState: state, changedAt: at)
    }

    private static func state(of subscription: RecordID, _ world: World) async throws -> String {
        try await world.pool.withConnection { connection in
            try await connection.first("SELECT concat_ws(' ', state, hook) AS state FROM subscriptions WHERE record_id = \(subscription)")?["state"] ?? ""
        }
    }

    private static func state(_ subject: Subject, _ world: World) async throws -> String {
        try await world.pool.withConnection { connection in
            let row = try await connection.first(
                """
                SELECT concat_ws(' ',
                    (SELECT count(*) FROM person_keys WHERE person_id = \(subject.person) AND wrapped_key IS NULL AND erased_at IS NOT NULL),
                    (SELECT concat(version, name, is_verified, erased_at IS NOT NULL) FROM providers WHERE provider_id = \(subject.person) AND version > 0),
                    (SELECT count(*) FROM organisation_members WHERE user_id = \(subject.person) AND is_practitioner),
                    (SELECT concat(version, name, is_closed) FROM organisations WHERE organisation_id = \(subject.house))) AS state
                """)
            return try row?["state"] ?? ""
        }
    }
}
