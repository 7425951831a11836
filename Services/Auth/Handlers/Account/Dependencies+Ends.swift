import CareModels
import HTTP

extension Dependencies {
    /// What `end` ends in its transaction, for who asks with a session that goes on until then.
    func ending(_ request: Request, _ end: OwnEnding.Act) async throws -> Response {
        let user = try request.identity.user()
        try await requireLiveSession(request)
        guard let session = request.identity.sessionID else { throw Problem.forbidden("A machine's token has no session.") }
        let own = OwnEnding(user: user, place: .session(session), origin: origin(of: request, client: request.identity.clientID))
        try await pool.transaction { tx in try await end(own, tx) }
        return .noContent
    }
}
