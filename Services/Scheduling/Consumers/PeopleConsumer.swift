import CareModels
import CareService

/// What Scheduling knows of people: `care.users.v1`, one transaction an event.
enum PeopleConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        Consumer("people", topic: .users) { event, tx in
            switch event.type {
            case UserRegistered.type:
                try await OnUserRegistered.handle(event.decode(UserRegistered.self), tx)
            case UserDeleted.type:
                try await OnUserDeleted.handle(event.decode(UserDeleted.self), now: dependencies.now(), tx)
            default:
                break // Events that came later than this release.
            }
        }
    }
}
