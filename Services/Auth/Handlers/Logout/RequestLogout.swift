import HTTP

/// `GET /oauth/logout` (`end_session_endpoint`): logs the browser out, after asking the person where nothing says that the app means them.
struct RequestLogout: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let logouts = Logouts(dependencies: dependencies)
        return try await logouts.answeringFaults(request) {
            let visit = try await logouts.visit(request, query: request.queryString)
            return switch visit.request.step(signedIn: visit.signedIn) {
            case .logOut: try await logouts.logOut(visit, request, status: .found)
            case .ask: try await logouts.ask(visit)
            case .nothingToEnd: logouts.done(visit, status: .found)
            }
        }
    }
}
