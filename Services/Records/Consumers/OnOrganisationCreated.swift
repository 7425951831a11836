import CareModels
import Outbox
import Postgres

struct OnOrganisationCreated: Sendable {
    func handle(_ event: OrganisationCreated, _ tx: Transaction) async throws -> VersionStep? {
        try await ProjectOrganisation()(event.organisationId, name: event.name, version: event.version, tx)
    }
}
