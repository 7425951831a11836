import CareModels
import Foundation
import Outbox

extension Consumer {
    /// Refuses the access tokens of revoked sessions in this replica. It looks back by the longest life of an access token: an
    /// older revocation has nothing left to refuse.
    /// - Parameter tell: hears of each afterwards, so that what is just being begun for a session either is there to be ended or finds it revoked.
    static func revokedSessions(
        _ verifier: TokenVerifier, tokenLifetime: Duration, tell: @escaping @Sendable (SessionID, UserID) -> Void
    ) -> Consumer {
        .broadcast("revoked-sessions", topic: .sessions, lookback: tokenLifetime) { received in
            guard let event = try? received.decode(SessionRevoked.self) else { return }
            verifier.revoke(session: event.sessionId, until: event.revokedAt.addingTimeInterval(tokenLifetime.seconds))
            tell(event.sessionId, event.userId)
        }
    }
}
