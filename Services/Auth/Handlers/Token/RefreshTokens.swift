import CareModels
import HTTP
import Postgres

extension Handlers {
    private enum RefreshOutcome: Sendable {
        case issued(RefreshableSession, scopes: Set<String>, RefreshToken)
        case refused
    }

    /// `refresh_token`: spends the token and gives its successor; see `RefreshRotation` for what a spent one does.
    func refreshTokens(_ form: [String: String], client: Client, _ request: Request) async throws -> TokenView {
        guard let text = form["refresh_token"] else { throw OAuthError(.invalidRequest, "refresh_token is required") }
        guard let presented = RefreshToken(text) else { throw Self.noGrant }
        let presentedHash = presented.hash
        // A refusal is a result, not an error: the end of the family has to be committed.
        let outcome = try await dependencies.pool.transaction { tx -> RefreshOutcome in
            let instant = dependencies.now()
            guard let found = try await tx.lockedSession(refreshHandle: presented.handle) else {
                dependencies.countRefusal(.refreshRefused, request, client: client.id)
                return .refused
            }
            let session = found.session
            let decision = RefreshRotation.decide(
                presentedHash: presentedHash, clientID: client.id, family: found.family, limits: dependencies.config.refresh, now: instant)
            func audit(_ kind: AuditEntry.Kind) async throws {
                try await tx.audit(dependencies.entry(kind, request, user: session.userID, client: client.id, session: session.id))
            }
            switch decision {
            case .rotate(let generation):
                // Before the token is spent: who asked for too much still has it.
                let scopes = try narrowed(form["scope"], session.scopes)
                let successor = presented.successor(generation: generation, key: dependencies.masters.key(for: .refreshTokens))
                try await tx.rotate(session.id, to: successor.hash, replacing: presentedHash, generation: generation, now: instant)
                try await audit(.refreshed)
                return .issued(found, scopes: scopes, successor)
            case .repeatSuccessor(let generation):
                // Made before a new master key took over, it is one of that one before. Without it the app has to log in again, but
                // nobody has stolen anything.
                let successors = dependencies.masters.keys(for: .refreshTokens).map { presented.successor(generation: generation, key: $0) }
                guard let successor = successors.first(where: { Secret.equal($0.hash, found.family.currentHash) }) else {
                    try await audit(.refreshRefused)
                    return .refused
                }
                let scopes = try narrowed(form["scope"], session.scopes)
                try await audit(.refreshRepeated)
                return .issued(found, scopes: scopes, successor)
            case .refuse:
                try await audit(.refreshRefused)
            case .reuse:
                try await tx.revoke(session.id, reason: .refreshReuse, now: instant)
                try await audit(.refreshReused)
            }
            return .refused
        }
        guard case .issued(let found, let scopes, let successor) = outcome else { throw Self.noGrant }
        var session = found.session
        session.scopes = scopes
        return TokenView(
            access_token: try await dependencies.tokens.access(for: session, role: found.role, now: dependencies.now()),
            expires_in: Int(dependencies.config.accessTokenLifetime),
            refresh_token: successor.text, scope: Scopes.format(scopes))
    }

    /// A refresh may ask for less, for this one access token (RFC 6749, 6).
    private func narrowed(_ asked: String?, _ granted: Set<String>) throws -> Set<String> {
        guard let asked else { return granted }
        let scopes = Scopes.parse(asked)
        guard !scopes.isEmpty, scopes.isSubset(of: granted) else {
            throw OAuthError(.invalidScope, "scope must not name more than was granted")
        }
        return scopes
    }

    private static let noGrant = OAuthError(.invalidGrant, "the refresh token is unknown, spent, expired, revoked, or not for this client")
}
