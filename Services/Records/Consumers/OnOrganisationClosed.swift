import CareModels
import Outbox
import Postgres

struct OnOrganisationClosed: Sendable {
    func handle(_ event: OrganisationClosed, _ tx: Transaction) async throws -> VersionStep? {
        try await ProjectOrganisation()(event.organisationId, name: nil, version: event.version, isClosed: true, tx)
    }
}
