import HTTP

/// `POST /users/:id/factors/recovery-codes`: ten new ones, shown this once, in place of those before.
struct RenewRecoveryCodes: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try dependencies.ownFactors(request, scope: "account:write")
        try await dependencies.requireOwnApp(request)
        try await dependencies.requireFreshSignIn(request)
        let replace = ReplaceRecoveryCodes(tell: dependencies.tellOfAccount(in: request.language), now: dependencies.now)
        let origin = dependencies.origin(of: request, client: request.identity.clientID)
        let (shown, kept) = dependencies.newRecoveryCodes()
        try await dependencies.pool.transaction { tx in try await replace(kept, of: id, from: origin, tx) }
        return try .json(RecoveryCodesView(recoveryCodes: shown), headers: ["Cache-Control": "no-store"])
    }
}
