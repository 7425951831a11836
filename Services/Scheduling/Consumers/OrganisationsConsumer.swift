import CareModels
import Outbox
import Postgres

/// What Scheduling knows of who works where: `care.organisations.v1`, one transaction an event.
enum OrganisationsConsumer {
    static func consumer() -> Consumer {
        let follow = FollowOrganisation()
        return Consumer(
            "organisations", topic: .organisations,
            [
                .following(OrganisationCreated.self) { event, _, tx in try await follow(event.organisationId, version: event.version, .nothing, tx) },
                .following(OrganisationChanged.self) { event, _, tx in try await follow(event.organisationId, version: event.version, .nothing, tx) },
                .following(OrganisationMemberJoined.self) { event, _, tx in
                    try await follow(event.organisationId, version: event.version, .member(event.userId, roles: event.roles), tx)
                },
                .following(OrganisationMemberChanged.self) { event, _, tx in
                    try await follow(event.organisationId, version: event.version, .member(event.userId, roles: event.roles), tx)
                },
                .following(OrganisationMemberLeft.self) { event, _, tx in
                    try await follow(event.organisationId, version: event.version, .member(event.userId, roles: []), tx)
                },
                .following(OrganisationClosed.self) { event, _, tx in try await follow(event.organisationId, version: event.version, .members([]), tx) },
                .following(OrganisationSnapshot.self) { event, _, tx in
                    try await follow(event.organisationId, version: event.version, .members(event.members), tx)
                }
            ])
    }
}
