import HTTP

/// `DELETE /account/apps/:clientId`: the app may do nothing more; its tokens end at once.
struct WithdrawFromApp: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let (client, withdraw) = (try request.parameter("clientId"), WithdrawConsent(now: dependencies.now, newID: dependencies.newID))
        return try await dependencies.ending(request) { own, tx in try await withdraw(client, of: own.user, from: own.origin, tx) }
    }
}
