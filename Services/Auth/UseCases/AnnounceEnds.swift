import CareModels
import Foundation
import Outbox
import Postgres

/// Says that sessions have ended: to the other services, and to the clients that want to be told (OpenID Connect Back-Channel Logout 1.0).
struct AnnounceEnds: Sendable {
    /// So long a client that is away may still hear of it.
    static let patience: TimeInterval = 86_400

    let now: Date

    func callAsFunction(_ ended: [EndedSession], _ tx: Transaction) async throws {
        try await toClients(try await toServices(ended, tx), tx)
    }

    /// With each end what a guardian began from it: those came later, and so behind it in the order of ids. Gives all that have ended.
    @discardableResult func toServices(_ ended: [EndedSession], _ tx: Transaction) async throws -> [SessionID] {
        if ended.isEmpty { return [] }
        let acting = try await tx.lockActing(from: ended.map(\.id), now: now)
        let endedToo = acting.isEmpty ? [] : try await tx.end(acting, reason: ended[0].reason, now: now)
        let all = ended + endedToo
        // There may be very many.
        try await tx.emit(all.map { $0.revoked as any CareEvent })
        return all.map(\.id)
    }

    /// Of sessions that may go on here, where the person has logged out of the browser that they were begun in.
    func toClients(_ sessions: [SessionID], _ tx: Transaction) async throws {
        if sessions.isEmpty { return }
        try await tx.insertLogoutNotices(of: sessions, until: now.addingTimeInterval(Self.patience), now: now)
    }
}
