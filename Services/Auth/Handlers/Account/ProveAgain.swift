import CareModels
import HTTP

/// Somebody who is logged in types their password again, before what may cost them the account; who has a second factor has shown it in this session. A wrong
/// password counts like a login that failed, but apart from those of who is not logged in.
struct ProveAgain: Sendable {
    let dependencies: Dependencies

    /// Runs `admit`, the transaction, for whom the password in the body's `field` proves.
    func callAsFunction(
        _ password: String, field: String, of user: UserRecord, _ request: Request, admit: (ProvenLogin) async throws -> Void
    ) async throws {
        try StepUp.checkBesidePassword(try await dependencies.standing(request))
        do {
            try await Authenticate(dependencies: dependencies)(again: user, password: password, request, admit: admit)
        } catch LoginRefusal.wrong {
            // A 401 would send an app for another token, which changes nothing.
            throw Problem.invalid(Fault(field, "is not the account's password"))
        }
    }
}

extension Dependencies {
    /// The account of who asks, which their token may change.
    func ownAccount(_ request: Request) async throws -> UserRecord {
        let id = try request.identity.user()
        try await requireLiveSession(request)
        try requireAccess(to: id, scope: "account:write", request)
        guard let user = try await pool.withConnection({ try await $0.user(id) }) else { throw Refusal.noSuchUser }
        return user
    }
}
