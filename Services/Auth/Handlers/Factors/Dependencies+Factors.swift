import CareModels
import HTTP

extension Dependencies {
    /// The account of who asks, whose factors are nobody else's to see or change.
    func ownFactors(_ request: Request, scope: String) throws -> UserID {
        let id = try request.id("id", of: User.self)
        guard request.identity.userID == id else { throw Refusal.noSuchUser }
        try requireAccess(to: id, scope: scope, request)
        return id
    }

    /// How whoever asks has signed in; throws a 401 when that session has ended.
    func standing(_ request: Request) async throws -> StepUp.Standing {
        let instant = now()
        guard let session = request.identity.sessionID, let standing = try await pool.withConnection({ try await $0.standing(of: session, now: instant) })
        else { throw Problem.unauthorized("This session has ended. Log in again.") }
        return standing
    }

    /// That they have signed in just now.
    func requireFreshSignIn(_ request: Request) async throws { try StepUp.check(await standing(request), now: now()) }

    /// For what decides by what, or by whom, an account is entered: an app of somebody else's would let itself in, or whom it likes.
    func requireOwnApp(_ request: Request) async throws {
        guard try await isOwnApp(request) else { throw Problem.forbidden("Only an app of the platform's own changes by what, or by whom, an account is entered.") }
    }

    private func isOwnApp(_ request: Request) async throws -> Bool { try await clients.client(request.identity.clientID)?.isFirstParty ?? false }

    /// For what copies an account whole, and leaves it as it is: an app of somebody else's, and whoever has a second factor, has signed the person in just now.
    func requireOwnAppOrFreshSignIn(_ request: Request) async throws {
        let standing = try await standing(request)
        try StepUp.check(standing, isOwnApp: try await isOwnApp(request), now: now())
    }

    /// New ones, as they are shown and as they are kept.
    func newRecoveryCodes() -> (shown: [String], kept: [[UInt8]]) {
        let shown = (0..<RecoveryCode.count).map { _ in RecoveryCode.text(Secret.random(bytes: RecoveryCode.size)) }
        return (shown, shown.compactMap(RecoveryCode.hash))
    }
}
