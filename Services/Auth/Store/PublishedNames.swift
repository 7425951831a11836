import CareModels
import Postgres

extension Transaction {
    /// Removes what the outbox still keeps of a person's names: their registration, once it was published. One that was not goes out
    /// first and is swept with the others.
    func forgetPublishedNames(of user: UserID) async throws {
        try await execute(
            """
            DELETE FROM outbox WHERE subject = \(user) AND topic = \(Topic.users.rawValue) AND type = \(UserRegistered.type)
              AND NOT EXISTS (SELECT FROM outbox_pending WHERE outbox_pending.position = outbox.position)
            """)
    }
}
