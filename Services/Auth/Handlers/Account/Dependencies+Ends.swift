import CareModels
import HTTP
import Postgres

/// Who ends something of their own.
struct OwnEnding: Sendable {
    var user: UserID
    /// Where they are, which goes on unless that is what they end.
    var place: SignInPlace
    var origin: Origin
}

extension Dependencies {
    /// What `end` ends in its transaction, for who asks with a session that goes on until then.
    func ending(_ request: Request, _ end: (OwnEnding, Transaction) async throws -> Void) async throws -> Response {
        let user = try request.identity.user()
        try await requireLiveSession(request)
        guard let session = request.identity.sessionID else { throw Problem.forbidden("A machine's token has no session.") }
        let own = OwnEnding(user: user, place: .session(session), origin: origin(of: request, client: request.identity.clientID))
        try await pool.transaction { tx in try await end(own, tx) }
        return .noContent
    }
}
