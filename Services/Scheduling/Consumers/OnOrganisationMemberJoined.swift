import CareModels
import Outbox
import Postgres

struct OnOrganisationMemberJoined: Sendable {
    func handle(_ event: OrganisationMemberJoined, _ tx: Transaction) async throws -> VersionStep {
        try await FollowOrganisation()(event.organisationId, version: event.version, .member(event.userId, roles: event.roles), tx)
    }
}
