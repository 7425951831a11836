import CareModels
import Outbox
import Postgres

struct OnOrganisationChanged: Sendable {
    func handle(_ event: OrganisationChanged, _ tx: Transaction) async throws -> VersionStep {
        try await FollowOrganisation()(event.organisationId, version: event.version, .nothing, tx)
    }
}
