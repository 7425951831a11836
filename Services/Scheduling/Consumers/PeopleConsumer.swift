import CareModels
import Outbox

/// What Scheduling knows of people: `care.users.v1`, one transaction an event.
enum PeopleConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        Consumer(
            "people", topic: .users,
            [
                .following(UserRegistered.self) { event, _, tx in try await OnUserRegistered().handle(event, tx) },
                .following(UserUpdated.self) { event, _, tx in try await OnUserUpdated().handle(event, tx) },
                .following(UserSnapshot.self) { event, _, tx in try await OnUserSnapshot().handle(event, tx) },
                .following(UserDeleted.self) { event, _, tx in try await OnUserDeleted(dependencies: dependencies).handle(event, tx) }
            ])
    }
}
