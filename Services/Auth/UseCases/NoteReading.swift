import CareModels
import Foundation
import Postgres

/// An operator has looked at what is other people's: that stands in the audit too.
struct NoteReading: Sendable {
    let now: @Sendable () -> Date

    /// `user`: whom it was about, where it was one.
    func callAsFunction(_ kind: AuditEntry.Kind, of user: UserID? = nil, from origin: Origin, _ tx: Transaction) async throws {
        try await tx.audit(AuditEntry(kind, at: now(), from: origin, user: user))
    }
}
