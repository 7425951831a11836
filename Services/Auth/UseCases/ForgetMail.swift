import Foundation
import Postgres

/// A mail has gone: nothing of it is kept.
struct ForgetMail: Sendable {
    func callAsFunction(_ id: UUID, _ tx: Transaction) async throws { try await tx.deleteMail(id) }
}
