import CareModels
import CareService
import Foundation
import Outbox
import Postgres
import Sealing

/// How every write of a person's records begins and ends. The first statement locks the row of their key, whatever rows follow, so a person's
/// writes are one after the other and no two of them ever wait for each other crosswise; the last one charges what was stored.
struct Writing: Sendable {
    let keys: PersonKeys
    let eventSeal: EventSeal
    let news: MeasurementNews
    let quota: StorageQuota
    /// What is done about resources that are not as FHIR has them.
    let validation: ResourceValidation
    /// The platform's public address: what a resource refers to under it is its neighbour.
    let base: String
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID
    let budget: Budget

    func callAsFunction<R: Sendable>(of owner: UserID, _ tx: Transaction, _ body: (RecordWriter) async throws -> R) async throws -> R {
        budget.begin()
        let key = try await keys.forStatement(owner, alone: true, tx)
        // Under the person's lock, so that what let somebody in still does when it is written.
        if let changes = AccessTrail.current?.changes, try await tx.consentChanges(of: owner) != changes { throw ConsentsChanged() }
        let now = now()
        let charge = StorageCharge(owner: owner, quota: quota.limit(of: owner, now: now))
        let writer = RecordWriter(
            key: key, keys: keys, seal: eventSeal, news: news, base: base, now: now, newID: newID, charge: charge, validation: validation,
            budget: budget)
        let result = try await body(writer)
        try await writer.attest(tx)
        try await writer.endUnheardSubscriptions(tx)
        try await writer.tellSubscribers(tx)
        try await writer.note(tx)
        try await charge.settle(tx)
        AccessTrail.current?.wasWritten()
        return result
    }
}
