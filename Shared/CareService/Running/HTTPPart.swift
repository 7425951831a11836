import HTTP

/// The listener as a part: drained before anything that handlers use is stopped.
final class HTTPPart: ServicePart {
    let name = "http"
    let server: HTTPServer
    private let readiness: Readiness
    private let delay: Duration
    private let drainDeadline: Duration
    private let idle: IdlePart

    init(_ server: HTTPServer, readiness: Readiness, delay: Duration, drainDeadline: Duration) {
        self.server = server
        self.readiness = readiness
        self.delay = delay
        self.drainDeadline = drainDeadline
        idle = IdlePart("http") {}
    }

    func start() async throws { try await server.start() }

    func run() async throws { try await idle.run() }

    /// Readiness fails first, so that the load balancer sends the next requests elsewhere.
    func stop() async {
        readiness.phase = .stopping
        if delay > .zero { try? await Task.sleep(for: delay) }
        await server.drain(within: drainDeadline)
        await idle.stop()
    }
}
