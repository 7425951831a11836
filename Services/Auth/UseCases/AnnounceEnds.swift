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
        for session in ended { try await tx.emit(session.revoked) }
        try await toClients(ended.map(\.id), tx)
    }

    /// Of sessions that may go on here, where the person has logged out of the browser that they were begun in.
    func toClients(_ sessions: [SessionID], _ tx: Transaction) async throws {
        if sessions.isEmpty { return }
        try await tx.insertLogoutNotices(of: sessions, until: now.addingTimeInterval(Self.patience), now: now)
    }
}
