import CareModels
import Postgres

/// Forgets every event that names the person, sent or not.
struct ErasePerson: Sendable {
    func callAsFunction(_ person: UserID, _ tx: Transaction) async throws {
        try await tx.eraseEvents(about: person)
        try await tx.eraseHooks(ofRecordsOf: person)
    }
}
