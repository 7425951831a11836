import CareModels
import Outbox
import Postgres

/// What Scheduling knows of who works where: `care.organisations.v1`, one transaction an event.
enum OrganisationsConsumer {
    static func consumer() -> Consumer {
        Consumer(
            "organisations", topic: .organisations,
            [
                .following(OrganisationCreated.self) { event, _, tx in try await OnOrganisationCreated().handle(event, tx) },
                .following(OrganisationChanged.self) { event, _, tx in try await OnOrganisationChanged().handle(event, tx) },
                .following(OrganisationMemberJoined.self) { event, _, tx in try await OnOrganisationMemberJoined().handle(event, tx) },
                .following(OrganisationMemberChanged.self) { event, _, tx in try await OnOrganisationMemberChanged().handle(event, tx) },
                .following(OrganisationMemberLeft.self) { event, _, tx in try await OnOrganisationMemberLeft().handle(event, tx) },
                .following(OrganisationTeamCreated.self) { event, _, tx in try await OnOrganisationTeamCreated().handle(event, tx) },
                .following(OrganisationTeamChanged.self) { event, _, tx in try await OnOrganisationTeamChanged().handle(event, tx) },
                .following(OrganisationTeamDeleted.self) { event, _, tx in try await OnOrganisationTeamDeleted().handle(event, tx) },
                .following(OrganisationClosed.self) { event, _, tx in try await OnOrganisationClosed().handle(event, tx) },
                .following(OrganisationSnapshot.self) { event, _, tx in try await OnOrganisationSnapshot().handle(event, tx) }
            ])
    }
}
