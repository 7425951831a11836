import CareModels
import Outbox
import Postgres

struct OnOrganisationMemberChanged: Sendable {
    func handle(_ event: OrganisationMemberChanged, _ tx: Transaction) async throws -> VersionStep? {
        try await ProjectOrganisation()(event.userId, in: event.organisationId, event.roles, version: event.version, tx)
    }
}
