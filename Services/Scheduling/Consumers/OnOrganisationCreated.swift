import CareModels
import Outbox
import Postgres

struct OnOrganisationCreated: Sendable {
    func handle(_ event: OrganisationCreated, _ tx: Transaction) async throws -> VersionStep {
        try await FollowOrganisation()(event.organisationId, version: event.version, .nothing, tx)
    }
}
