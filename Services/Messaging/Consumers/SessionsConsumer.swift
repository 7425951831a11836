import CareModels
import CareService

/// A session that is revoked ends its streams too, in every replica.
enum SessionsConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        .broadcast("ended-sessions", topic: .sessions) { received in
            guard let event = try? received.decode(SessionRevoked.self) else { return }
            dependencies.hub.end(session: event.sessionId, of: event.userId)
        }
    }
}
