import CareModels
import Outbox

/// What Records has to know of people: which providers somebody vouches for, and who was erased.
enum PeopleConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        Consumer(
            "people", topic: .users,
            [
                .on(UserRegistered.self) { event, _, tx in try await ProjectProvider()(PublicProfile(event), tx) },
                .on(UserUpdated.self) { event, _, tx in try await ProjectProvider()(PublicProfile(event), tx) },
                .on(UserSnapshot.self) { event, _, tx in try await ProjectProvider()(PublicProfile(event), tx) },
                .on(UserDeleted.self) { event, _, tx in try await OnUserDeleted(dependencies: dependencies).handle(event, tx) }
            ])
    }
}
