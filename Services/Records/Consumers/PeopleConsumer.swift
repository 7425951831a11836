import CareModels
import Outbox

/// What Records has to know of people: who was erased.
enum PeopleConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        Consumer(
            "people", topic: .users,
            [
                .on(UserDeleted.self) { event, _, tx in try await OnUserDeleted(dependencies: dependencies).handle(event, tx) }
            ])
    }
}
