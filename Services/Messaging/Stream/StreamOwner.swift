import CareModels
import Foundation
import HTTP

/// Who a stream is for, and how long it may last.
struct StreamOwner: Sendable {
    var userId: UserID
    var sessionId: SessionID?
    /// Of the access token.
    var expiresAt: Date
    /// Which signed it; a stream ends when it is withdrawn.
    var key: PublishedKey?
    /// Of the request that opened it, or that took its ticket.
    var language: Language
}

extension StreamOwner {
    init(_ identity: Identity, in language: Language) throws {
        self.init(
            userId: try identity.user(), sessionId: identity.sessionID, expiresAt: identity.expiresAt, key: identity.key, language: language)
    }

    /// `key`: the one that the ticket names.
    init(_ ticket: StreamTicket, key: PublishedKey?, in language: Language) {
        self.init(userId: ticket.userId, sessionId: ticket.sessionId, expiresAt: ticket.expiresAt, key: key, language: language)
    }
}
