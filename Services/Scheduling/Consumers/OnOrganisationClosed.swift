import CareModels
import Outbox
import Postgres

struct OnOrganisationClosed: Sendable {
    func handle(_ event: OrganisationClosed, _ tx: Transaction) async throws -> VersionStep {
        try await FollowOrganisation()(event.organisationId, version: event.version, .members([]), tx)
    }
}
