import Outbox

/// Who sees patients where: `care.organisations.v1`.
enum OrganisationsConsumer {
    static func consumer() -> Consumer { .organisations { news, tx in try await ProjectOrganisation()(news, tx) } }
}
