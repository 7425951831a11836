import CareModels
import Outbox
import Postgres

struct OnOrganisationTeamCreated: Sendable {
    func handle(_ event: OrganisationTeamCreated, _ tx: Transaction) async throws -> VersionStep {
        try await FollowOrganisation()(event.organisationId, version: event.version, .nothing, tx)
    }
}
