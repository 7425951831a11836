import CareModels
import Outbox
import Postgres

struct OnOrganisationTeamDeleted: Sendable {
    func handle(_ event: OrganisationTeamDeleted, _ tx: Transaction) async throws -> VersionStep {
        try await FollowOrganisation()(event.organisationId, version: event.version, .nothing, tx)
    }
}
