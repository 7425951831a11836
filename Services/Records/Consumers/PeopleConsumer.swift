import CareModels
import Outbox

/// What Records has to know of people: which providers somebody vouches for, and who was erased.
enum PeopleConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        .people(
            // Whatever was missed before is erased too.
            deleted: .on(UserDeleted.self) { event, _, tx in try await OnUserDeleted(dependencies: dependencies).handle(event, tx) }
        ) { profile, tx in try await ProjectProvider()(profile, tx) }
    }
}
