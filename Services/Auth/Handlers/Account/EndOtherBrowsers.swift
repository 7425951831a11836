import HTTP

/// `DELETE /account/browsers`: logs every browser out but the one that gave the session that asks.
struct EndOtherBrowsers: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let end = EndOwnBrowser(now: dependencies.now)
        return try await dependencies.ending(request) { own, tx in try await end.others(than: own.place, of: own.user, from: own.origin, tx) }
    }
}
