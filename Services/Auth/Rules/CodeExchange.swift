import CareModels
import Foundation

/// Whether an authorization code may be exchanged (RFC 6749, 4.1.3; OAuth 2.1, 4.1.3). A code that comes a second time has
/// leaked, so what it gave is taken back; a first try that proves nothing burns it.
enum CodeExchange {
    struct Code: Equatable {
        var clientID: String
        var redirectURI: String
        /// Nil when the request came without PKCE.
        var challenge: String?
        var expiresAt: Date
        var isUsed: Bool
        /// What the first exchange gave.
        var session: SessionID?
        /// Of the key that the app said it would show (RFC 9449, 10).
        var keyThumbprint: String?
    }

    struct Attempt: Equatable {
        var clientID: String
        /// OAuth 2.1 no longer sends it; when it comes it must be the one of the request.
        var redirectURI: String?
        var verifier: String?
        /// Of the key that it has shown.
        var keyThumbprint: String?
    }

    enum Refusal: Equatable { case anotherClient, expired, redirectMismatch, wrongVerifier, anotherKey }

    enum Decision: Equatable {
        case issue
        /// Nothing changes: this party never had the code in the first place, or it died by itself.
        case refuse(Refusal)
        /// The code is worth nothing from now on.
        case burn(Refusal)
        case replay(revoke: SessionID?)
    }

    static func decide(_ attempt: Attempt, code: Code, now: Date) -> Decision {
        if code.clientID != attempt.clientID { return .refuse(.anotherClient) }
        if code.isUsed { return .replay(revoke: code.session) }
        if now >= code.expiresAt { return .refuse(.expired) }
        if let redirectURI = attempt.redirectURI, !redirectURI.utf8.elementsEqual(code.redirectURI.utf8) { return .burn(.redirectMismatch) }
        if let key = code.keyThumbprint, key != attempt.keyThumbprint { return .burn(.anotherKey) }
        return proves(attempt.verifier, code.challenge) ? .issue : .burn(.wrongVerifier)
    }

    /// A verifier without a challenge proves nothing: somebody has taken the challenge out of the request (RFC 9700, 4.8.2).
    private static func proves(_ verifier: String?, _ challenge: String?) -> Bool {
        guard let verifier, let challenge else { return verifier == nil && challenge == nil }
        return PKCE.verifies(verifier, challenge: challenge)
    }
}
