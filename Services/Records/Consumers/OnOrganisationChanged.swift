import CareModels
import Outbox
import Postgres

struct OnOrganisationChanged: Sendable {
    func handle(_ event: OrganisationChanged, _ tx: Transaction) async throws -> VersionStep? {
        try await ProjectOrganisation()(event.organisationId, name: event.name, version: event.version, tx)
    }
}
