import HTTP

/// A service that keeps nothing: without a database, events and tokens. It has `/livez`, `/readyz` and `/metrics`, traces, and the others' way to
/// start and to stop.
package struct StatelessApp: Sendable {
    package let configuration: ServingConfiguration
    /// The service's own, without those for operators; all are open to anyone.
    package let routes: [Route]

    package init(_ configuration: ServingConfiguration, routes: [Route]) {
        self.configuration = configuration
        self.routes = routes
    }

    /// Serves until cancelled or SIGTERM/SIGINT. A second signal ends the process at once.
    package func run() async throws { try await Assembly(self).run() }

    /// Runs the whole service, without signals, as long as `body` does; `body` gets the port it listens on (configure port 0).
    package func withRunning<Result: Sendable>(_ body: @escaping @Sendable (_ port: Int) async throws -> Result) async throws -> Result {
        try await Assembly(self).withRunning(body)
    }
}

extension Assembly {
    /// Traces, http.
    init(_ app: StatelessApp) {
        let configuration = app.configuration
        let exporter = configuration.traces.exporter(of: configuration.name)
        let readiness = Readiness()
        let server = HTTPServer(
            configuration.http, routes: app.routes + OperatorRoutes.routes(readiness), verifier: nil, tracer: configuration.traces.tracer(to: exporter))
        self.init(configuration, server, readiness, after: exporter.map { [$0] } ?? [])
    }
}
