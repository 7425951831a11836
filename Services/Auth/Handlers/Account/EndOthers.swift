import HTTP

/// `DELETE /account/sessions`: logs one out everywhere else.
struct EndOthers: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let end = EndOwnSession(now: dependencies.now)
        return try await dependencies.ending(request) { own, tx in try await end.others(than: own.place, of: own.user, from: own.origin, tx) }
    }
}
