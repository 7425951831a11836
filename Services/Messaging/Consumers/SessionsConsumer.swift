import CareModels
import CareService
import Outbox

/// A session that is revoked ends its streams too, in every replica.
enum SessionsConsumer {
    /// `tokenLifetime`: the longest of an access token.
    static func consumer(_ dependencies: Dependencies, _ verifier: TokenVerifier, tokenLifetime: Duration) -> Consumer {
        .broadcast("ended-sessions", topic: .sessions) { received in
            guard let event = try? received.decode(SessionRevoked.self) else { return }
            // First, so that a stream that is just being opened finds itself among those that end, or its session among the revoked.
            verifier.revoke(session: event.sessionId, until: event.revokedAt.addingTimeInterval(Double(tokenLifetime.components.seconds)))
            dependencies.hub.end(session: event.sessionId, of: event.userId)
        }
    }
}
