import CareModels
import Postgres

extension Consumer {
    /// What a service knows of people: `care.users.v1`, one transaction an event. Whichever event says who somebody is, the profile is entered the same way.
    /// - Parameter others: of what else happens to them.
    package static func people(
        deleted: EventHandler, others: [EventHandler] = [], project: @escaping @Sendable (PublicProfile, Transaction) async throws -> VersionStep?
    ) -> Consumer {
        let handlers: [EventHandler] = [
            .following(UserRegistered.self) { event, _, tx in try await project(PublicProfile(event), tx) },
            .following(UserUpdated.self) { event, _, tx in try await project(PublicProfile(event), tx) },
            .following(UserSnapshot.self) { event, _, tx in try await project(PublicProfile(event), tx) },
            deleted
        ]
        return Consumer("people", topic: .users, handlers + others)
    }
}
