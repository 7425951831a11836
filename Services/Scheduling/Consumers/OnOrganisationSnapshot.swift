import CareModels
import Outbox
import Postgres

struct OnOrganisationSnapshot: Sendable {
    func handle(_ event: OrganisationSnapshot, _ tx: Transaction) async throws -> VersionStep {
        try await FollowOrganisation()(event.organisationId, version: event.version, .members(event.members), tx)
    }
}
