import HTTP

/// `POST /account/erasure/withdrawal`: the account that was to be erased stays. Its sessions have ended, so the person proves themselves as at the login.
struct WithdrawErasure: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let body: LoginBody = try request.decode()
        let keep = dependencies.keepAccount
        try await Authenticate(dependencies: dependencies)(
            username: body.username, password: body.password, client: Client.firstPartyID, devices: body.devices, request
        ) { login in
            try await dependencies.pool.transaction { tx in try await keep(login, code: body.code, tx) }
        }
        return .noContent
    }
}
