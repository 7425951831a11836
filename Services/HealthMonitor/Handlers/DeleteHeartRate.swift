import HTTP

/// `DELETE /health/heart-rates/:id`: withdraws one that the caller sent.
struct DeleteHeartRate: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let instant = try request.measuredAt(now: dependencies.moment())
        let expected = try request.ifMatch()
        let withdraw = WithdrawHeartRate(keys: dependencies.keys)
        try await dependencies.pool.transaction { tx in try await withdraw(at: instant, of: person, expectedVersion: expected, tx) }
        return .noContent
    }
}
