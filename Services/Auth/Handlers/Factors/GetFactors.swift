import HTTP

/// `GET /users/:id/factors`: what one proves oneself by beside the password.
struct GetFactors: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try dependencies.ownFactors(request, scope: "account:read")
        _ = try await dependencies.standing(request)
        let (factors, passkeys, left) = try await dependencies.pool.withConnection { connection in
            (try await connection.factors(of: id), try await connection.passkeys(of: id), try await connection.countRecoveryCodes(of: id))
        }
        return try .json(FactorsView(factors, passkeys, recoveryCodesLeft: left), headers: ["Cache-Control": "no-store"])
    }
}
