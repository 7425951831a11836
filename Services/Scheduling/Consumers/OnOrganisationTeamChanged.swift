import CareModels
import Outbox
import Postgres

struct OnOrganisationTeamChanged: Sendable {
    func handle(_ event: OrganisationTeamChanged, _ tx: Transaction) async throws -> VersionStep {
        try await FollowOrganisation()(event.organisationId, version: event.version, .nothing, tx)
    }
}
