import CareModels
import Outbox

/// What Records has to know of people: which providers somebody vouches for, who was erased, and which apps may do nothing more for whom.
enum PeopleConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        .people(
            // Whatever was missed before is erased too.
            deleted: .on(UserDeleted.self) { event, _, tx in try await OnUserDeleted(dependencies: dependencies).handle(event, tx) },
            others: [.on(AppWithdrawn.self) { event, _, tx in try await OnAppWithdrawn(dependencies: dependencies).handle(event, tx) }]
        ) { profile, tx in try await ProjectProvider()(profile, tx) }
    }
}
