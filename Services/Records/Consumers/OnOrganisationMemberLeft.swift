import CareModels
import Outbox
import Postgres

struct OnOrganisationMemberLeft: Sendable {
    func handle(_ event: OrganisationMemberLeft, _ tx: Transaction) async throws -> VersionStep? {
        try await ProjectOrganisation()(event.userId, in: event.organisationId, [], version: event.version, tx)
    }
}
