import CareModels
import Foundation
import Postgres

/// A client gets no codes and no tokens any more. Its sessions end behind it (`EndSessionsOfDisabledClients`): there may be very many.
struct DisableClient: Sendable {
    let now: @Sendable () -> Date

    /// The lock waits for exchanges that go on: their sessions are there to be ended, and whatever comes later finds the client disabled.
    func callAsFunction(_ id: String, expectedRevision: Int?, from origin: Origin, _ tx: Transaction) async throws {
        var record = try await tx.changeableClient(id, expectedRevision: expectedRevision)
        guard record.disabledAt == nil else { return }
        (record.disabledAt, record.updatedAt, record.revision) = (now(), now(), record.revision + 1)
        try await tx.save(record)
        try await tx.audit(AuditEntry(.clientDisabled, at: record.updatedAt, of: id, from: origin))
    }
}

/// Ends the sessions of clients that were disabled, and with them their refresh tokens; so many in a transaction that nobody waits long.
struct EndSessionsOfDisabledClients: Sendable {
    var most = 500
    let now: @Sendable () -> Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let now = now()
        let ids = try await tx.lockSessionsOfDisabledClients(limit: most, now: now)
        try await AnnounceEnds(now: now)(try await tx.end(ids, reason: .admin, now: now), tx)
        return ids.count >= most
    }
}
