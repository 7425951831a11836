import CareModels
import Postgres

extension Transaction {
    /// Removes what the outbox still keeps of a person's names: their registration and what they changed, once it was published. What was not goes
    /// out first and is swept with the rest.
    func forgetPublishedNames(of user: UserID) async throws {
        try await execute(
            """
            DELETE FROM outbox WHERE subject = \(user) AND topic = \(Topic.users.rawValue) AND type = ANY(\([UserRegistered.type, UserUpdated.type, UserSnapshot.type]))
              AND NOT EXISTS (SELECT FROM outbox_pending WHERE outbox_pending.position = outbox.position)
            """)
    }
}
