import CareModels
import Outbox
import Postgres

struct OnOrganisationTeamDeleted: Sendable {
    func handle(_ event: OrganisationTeamDeleted, _ tx: Transaction) async throws -> VersionStep? {
        try await ProjectOrganisation()(event.organisationId, version: event.version, tx)
    }
}
