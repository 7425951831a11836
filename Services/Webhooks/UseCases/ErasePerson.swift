import CareModels
import Foundation
import Postgres

/// Forgets every event that names the person, sent or not, and remembers that they were erased, so that none comes late. What others
/// have to know of what followed stays (`Erased`).
struct ErasePerson: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ person: UserID, at instant: Date, _ tx: Transaction) async throws {
        try await tx.lockForErasing()
        try await tx.note(erased: person, at: instant, now: now())
        try await tx.eraseEvents(about: person, until: instant)
        try await tx.eraseHooks(ofRecordsOf: person)
    }
}
