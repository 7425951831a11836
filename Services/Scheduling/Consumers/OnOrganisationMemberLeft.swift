import CareModels
import Outbox
import Postgres

struct OnOrganisationMemberLeft: Sendable {
    func handle(_ event: OrganisationMemberLeft, _ tx: Transaction) async throws -> VersionStep {
        try await FollowOrganisation()(event.organisationId, version: event.version, .member(event.userId, roles: []), tx)
    }
}
