import CareModels
import HTTP

// What handlers ask of a request.

extension Dependencies {
    /// For the audit; `client` is one that is known, `actor` whoever does something to another's account.
    func origin(of request: Request, client: String? = nil, actor: UserID? = nil) -> Origin {
        Origin(clientID: client, addressHash: identifiers.address(request.clientAddress), requestID: request.requestID, actorID: actor ?? request.caller?.actorID)
    }

    /// Access tokens are checked without the database; here it is at hand, so a session that has just ended, in whichever
    /// replica, is refused at once.
    func requireLiveSession(_ request: Request) async throws {
        guard let session = request.identity.sessionID else {
            // A machine's; a person's token always names its session.
            if request.identity.userID == nil { return }
            throw Problem.unauthorized("This token belongs to no session. Log in again.")
        }
        let instant = now()
        guard try await pool.quickReads.isLive(session, now: instant) else {
            throw Problem.unauthorized("This session has ended. Log in again.")
        }
    }

    /// That the caller may do this to an account.
    func requireAccess(to target: UserID, scope: String, _ request: Request) throws {
        let caller = request.identity
        switch UserAccess.decide(caller: caller.userID, role: caller.role, scopes: caller.scopes, target: target, scope: scope) {
        case .allowed: return
        case .needsScope(let scope): throw Problem.insufficientScope([scope])
        case .hidden: throw Refusal.noSuchUser
        }
    }
}

extension Request {
    /// Of the header, on a route open to anyone.
    var bearerToken: String? {
        guard let header = headers.first(name: "Authorization") else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
    }
}
