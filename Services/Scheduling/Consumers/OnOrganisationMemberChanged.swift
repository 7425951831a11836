import CareModels
import Outbox
import Postgres

struct OnOrganisationMemberChanged: Sendable {
    func handle(_ event: OrganisationMemberChanged, _ tx: Transaction) async throws -> VersionStep {
        try await FollowOrganisation()(event.organisationId, version: event.version, .member(event.userId, roles: event.roles), tx)
    }
}
