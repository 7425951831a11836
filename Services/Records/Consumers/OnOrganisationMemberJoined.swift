import CareModels
import Outbox
import Postgres

struct OnOrganisationMemberJoined: Sendable {
    func handle(_ event: OrganisationMemberJoined, _ tx: Transaction) async throws -> VersionStep? {
        try await ProjectOrganisation()(event.userId, in: event.organisationId, event.roles, version: event.version, tx)
    }
}
