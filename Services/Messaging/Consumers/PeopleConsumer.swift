import CareModels
import Outbox

/// What Messaging knows of people: `care.users.v1`, one transaction an event.
enum PeopleConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        .people(
            deleted: .following(UserDeleted.self) { event, _, tx in try await OnUserDeleted(dependencies: dependencies).handle(event, tx) }
        ) { profile, tx in try await ProjectPerson()(profile, tx) }
    }
}
