import CareModels
import Foundation
import Outbox
import Postgres
import ServiceTestKit
import Testing

@testable import SchedulingService

/// What Scheduling makes of the events of one person, in whatever order they come.
@Suite struct EveryOrderTests {
    /// Its user in a cluster may read what it reads.
    @Test func whatItReadsIsListed() async throws {
        try await World.run { world in
            #expect(Set(consumers(world.dependencies).map(\.topic)) == Set(ServiceTopics.of("scheduling")?.consumes ?? []))
        }
    }

    @Test(.timeLimit(.minutes(3))) func nothingDependsOnTheOrder() async throws {
        try await World.run { world in
            let all = consumers(world.dependencies)
            let orders = EveryOrder(
                all, world.pool, subject: { UserID(.v7()) },
                events: { id in
                    [
                        Self.registered(id, 1), UserUpdated(Self.registered(id, 2)), UserSnapshot(Self.registered(id, 2)),
                        UserDeleted(userId: id, version: 3, deletedAt: Date(epochSeconds: 0))
                    ]
                },
                state: { id in
                    // Of a calendar that was emptied its version is left; whoever was erased before they had one, has none.
                    try await world.pool.withConnection { connection in
                        let row = try await connection.first(
                            """
                            SELECT row(p.version, role, username, title, full_name, specialty, other_specialties, practice, languages, p.time_zone, erased_at,
                                (SELECT array_agg(s.folded_specialty || ' ' || s.folded_name ORDER BY s.folded_specialty) FROM provider_specialties s WHERE s.provider_id = p.user_id),
                                (SELECT c.version FROM calendars c WHERE c.provider_id = p.user_id AND p.erased_at IS NULL))::text AS state
                            FROM people p WHERE user_id = \(id)
                            """)
                        return try row?["state"] ?? ""
                    }
                })
            var tried = try await orders.check()
            for events in Self.ofOrganisations { tried.formUnion(try await Self.orders(all, of: events, world).check()) }
            #expect(tried == all.handledTypes)
        }
    }

    /// An organisation and its one member.
    private struct Clinic: Sendable {
        var id = OrganisationID(.v7())
        var member = UserID(.v7())

        func joined(_ version: Int) -> OrganisationMemberJoined {
            OrganisationMemberJoined(organisationId: id, version: version, userId: member, roles: [.receptionist], joinedAt: Date(epochSeconds: 0))
        }

        func changed(_ version: Int) -> OrganisationMemberChanged {
            OrganisationMemberChanged(organisationId: id, version: version, userId: member, roles: [.owner, .reviewer], changedAt: Date(epochSeconds: 0))
        }

        func left(_ version: Int) -> OrganisationMemberLeft {
            OrganisationMemberLeft(organisationId: id, version: version, userId: member, leftAt: Date(epochSeconds: 0))
        }

        func snapshot(_ version: Int, _ roles: OrganisationRole...) -> OrganisationSnapshot {
            OrganisationSnapshot(
                organisationId: id, version: version, name: "Clinic", timeZone: "UTC", members: roles.isEmpty ? [] : [.init(userId: member, roles: roles)],
                createdAt: Date(epochSeconds: 0), isClosed: false)
        }

        var beginning: [any CareEvent] {
            [
                OrganisationCreated(organisationId: id, version: 1, name: "Clinic", timeZone: "UTC", createdAt: Date(epochSeconds: 0)),
                OrganisationChanged(organisationId: id, version: 2, name: "House", timeZone: "UTC", changedAt: Date(epochSeconds: 0))
            ]
        }

        /// Of a team nobody here keeps anything.
        func teamed(_ version: Int) -> [any CareEvent] {
            let (team, at) = (TeamID(.v7()), Date(epochSeconds: 0))
            return [
                OrganisationTeamCreated(organisationId: id, version: version, teamId: team, name: "Desk", memberIds: [member], createdAt: at),
                OrganisationTeamChanged(organisationId: id, version: version + 1, teamId: team, name: "Desk", memberIds: [], changedAt: at),
                OrganisationTeamDeleted(organisationId: id, version: version + 2, teamId: team, deletedAt: at)
            ]
        }

        var end: OrganisationClosed { OrganisationClosed(organisationId: id, version: 4, closedAt: Date(epochSeconds: 0)) }
    }

    private static let ofOrganisations: [@Sendable (Clinic) -> [any CareEvent]] = [
        { $0.beginning + [$0.joined(3), $0.end] },
        { [$0.joined(2), $0.changed(3), $0.left(4), $0.snapshot(4)] },
        { [$0.joined(2)] + $0.teamed(3) },
        { [$0.joined(2), $0.snapshot(2, .receptionist), $0.left(3), $0.joined(4)] },
        { [$0.joined(2), $0.changed(3), $0.snapshot(3, .owner, .reviewer), $0.left(4)] }
    ]

    private static func orders(_ all: [Consumer], of events: @escaping @Sendable (Clinic) -> [any CareEvent], _ world: World) -> EveryOrder<Clinic> {
        EveryOrder(
            all, world.pool, subject: { Clinic() }, events: events,
            state: { clinic in
                // Of who has left it is kept that they have, which nobody sees.
                try await world.pool.withConnection { connection in
                    let row = try await connection.first(
                        """
                        SELECT row(o.version, (SELECT roles FROM organisation_members m WHERE m.user_id = \(clinic.member) AND roles <> '{}'))::text AS state
                        FROM organisations o WHERE organisation_id = \(clinic.id)
                        """)
                    return try row?["state"] ?? ""
                }
            })
    }

    @Test func nobodyWhoWasErasedGetsACalendar() async throws {
        try await World.run { world in
            let id = UserID(.v7())
            let events: [any CareEvent] = [UserDeleted(userId: id, version: 2, deletedAt: Date(epochSeconds: 0)), Self.registered(id, 1)]
            for event in events {
                for consumer in consumers(world.dependencies) { _ = try await consumer.apply(ReceivedEvent(event), on: world.pool) }
            }
            #expect(try await world.count("SELECT count(*) FROM calendars") == 0)
        }
    }

    private static func registered(_ id: UserID, _ version: Int) -> UserRegistered {
        UserRegistered(
            userId: id, version: version, username: "user \(version)", role: .provider, fullName: "Name \(version)", avatarUrl: nil,
            specialty: "cardiology", specialties: ["cardiology", "of \(version)"], timeZone: nil, registeredAt: Date(epochSeconds: 0))
    }
}
