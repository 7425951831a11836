import CareModels
import Postgres

extension Consumer {
    /// What a service knows of who works where: `care.organisations.v1`, one transaction an event.
    package static func organisations(follow: @escaping @Sendable (OrganisationNews, Transaction) async throws -> VersionStep?) -> Consumer {
        Consumer(
            "organisations", topic: .organisations,
            [
                .following(OrganisationCreated.self) { event, _, tx in try await follow(OrganisationNews(event), tx) },
                .following(OrganisationChanged.self) { event, _, tx in try await follow(OrganisationNews(event), tx) },
                .following(OrganisationMemberJoined.self) { event, _, tx in try await follow(OrganisationNews(event), tx) },
                .following(OrganisationMemberChanged.self) { event, _, tx in try await follow(OrganisationNews(event), tx) },
                .following(OrganisationMemberLeft.self) { event, _, tx in try await follow(OrganisationNews(event), tx) },
                .following(OrganisationTeamCreated.self) { event, _, tx in try await follow(OrganisationNews(event), tx) },
                .following(OrganisationTeamChanged.self) { event, _, tx in try await follow(OrganisationNews(event), tx) },
                .following(OrganisationTeamDeleted.self) { event, _, tx in try await follow(OrganisationNews(event), tx) },
                .following(OrganisationClosed.self) { event, _, tx in try await follow(OrganisationNews(event), tx) },
                .following(OrganisationSnapshot.self) { event, _, tx in try await follow(OrganisationNews(event), tx) }
            ])
    }
}
