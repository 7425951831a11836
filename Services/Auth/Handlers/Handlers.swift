import HTTP
import Telemetry

/// The use cases of Auth, one file each.
struct Handlers: Sendable {
    let dependencies: Dependencies

    init(_ dependencies: Dependencies) { self.dependencies = dependencies }

    /// Access tokens are checked without the database; here it is at hand, so a session that has just ended, in whichever
    /// replica, is refused at once.
    func requireLiveSession(_ request: Request) async throws {
        guard let session = request.identity.sessionID else {
            // A machine's; a person's token always names its session.
            if request.identity.userID == nil { return }
            throw Problem.unauthorized("This token belongs to no session. Log in again.")
        }
        let instant = dependencies.now()
        guard try await dependencies.pool.withConnection({ try await $0.isLive(session, now: instant) }) else {
            throw Problem.unauthorized("This session has ended. Log in again.")
        }
    }
}

extension HashingThreads.Busy: ProblemConvertible {
    var problem: Problem { .unavailable(retryAfter: 1) }
}
