import HTTP

/// What Careline is, what of it runs, and how to begin.
struct ShowHome: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) -> Response {
        // The gateway says how many servers of each service it has: it knows, and nobody has to wait for asking.
        let states = ServiceState.all(request.headers.first(name: ServiceState.header))
        let settings = dependencies.settings
        let demo = settings.demoPassword.map { HomePage.Demo(password: $0, invitation: settings.demoInvitation) }
        return HomePage(issuer: dependencies.issuer, states: states, missing: dependencies.site.missing, demo: demo).page.answer(request)
    }
}
