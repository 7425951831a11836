import Outbox

/// What Scheduling knows of who works where: `care.organisations.v1`, one transaction an event.
enum OrganisationsConsumer {
    static func consumer() -> Consumer { .organisations { news, tx in try await FollowOrganisation()(news, tx) } }
}
