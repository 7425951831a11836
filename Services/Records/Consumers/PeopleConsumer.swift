import CareModels
import Outbox

/// What Records has to know of people: which providers somebody vouches for, and who was erased.
enum PeopleConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        Consumer(
            "people", topic: .users,
            [
                .following(UserRegistered.self) { event, _, tx in try await OnUserRegistered().handle(event, tx) },
                .following(UserUpdated.self) { event, _, tx in try await OnUserUpdated().handle(event, tx) },
                .following(UserSnapshot.self) { event, _, tx in try await OnUserSnapshot().handle(event, tx) },
                // Whatever was missed before is erased too.
                .on(UserDeleted.self) { event, _, tx in try await OnUserDeleted(dependencies: dependencies).handle(event, tx) }
            ])
    }
}
