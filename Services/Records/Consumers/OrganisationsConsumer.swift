import CareModels
import Outbox

/// Who sees patients where: `care.organisations.v1`.
enum OrganisationsConsumer {
    static func consumer() -> Consumer {
        let project = ProjectOrganisation()
        return Consumer(
            "organisations", topic: .organisations,
            [
                .on(OrganisationCreated.self) { event, _, tx in try await project(event.organisationId, name: event.name, version: event.version, tx) },
                .on(OrganisationChanged.self) { event, _, tx in try await project(event.organisationId, name: event.name, version: event.version, tx) },
                .on(OrganisationMemberJoined.self) { event, _, tx in
                    try await project(event.userId, in: event.organisationId, event.roles, version: event.version, tx)
                },
                .on(OrganisationMemberChanged.self) { event, _, tx in
                    try await project(event.userId, in: event.organisationId, event.roles, version: event.version, tx)
                },
                .on(OrganisationMemberLeft.self) { event, _, tx in
                    try await project(event.userId, in: event.organisationId, [], version: event.version, tx)
                },
                .on(OrganisationClosed.self) { event, _, tx in
                    try await project(event.organisationId, name: nil, version: event.version, isClosed: true, tx)
                },
                .on(OrganisationSnapshot.self) { event, _, tx in try await project(event, tx) }
            ])
    }
}
