import HTTP
import Outbox
import Telemetry

/// The parts of a running service in their order, the listener last. Stopped in reverse.
struct Assembly: Sendable {
    let lifecycle: Lifecycle
    let readiness: Readiness
    let started = Started()
    private let server: HTTPServer

    /// The port listened on; 0 before the start.
    var port: Int { server.port }

    /// The listener after `parts`.
    init(_ configuration: ServingConfiguration, _ server: HTTPServer, _ readiness: Readiness, after parts: [any ServicePart]) {
        self.readiness = readiness
        self.server = server
        let http = HTTPPart(server, readiness: readiness, delay: configuration.stopDelay, drainDeadline: configuration.stopDeadline / 2)
        lifecycle = Lifecycle(parts: parts + [http], stopDeadline: configuration.stopDeadline)
    }

    /// Serves until cancelled or SIGTERM/SIGINT. A second signal ends the process at once.
    func run() async throws {
        let signals = StopSignals()
        defer { signals.close() }
        try await run(until: { await signals.wait() })
    }

    func run(until stop: @escaping @Sendable () async -> Void) async throws {
        let (readiness, started, server) = (readiness, started, server)
        try await lifecycle.run(
            started: {
                readiness.phase = .serving
                Log.info("serving", ["port": String(server.port)])
                started.succeed()
            }, until: stop)
    }

    /// Serves, without signals, as long as `body` does; `body` gets the port.
    func withRunning<Result: Sendable>(_ body: @escaping @Sendable (_ port: Int) async throws -> Result) async throws -> Result {
        let work = Task {
            try await started.wait()
            return try await body(port)
        }
        // Who no longer wants the result ends the body, and with it the service.
        let running = await withTaskCancellationHandler {
            await Swift.Result<Void, any Error>.capture { try await run(until: { _ = await work.result }) }
        } onCancel: {
            work.cancel()
        }
        if case .failure(let error) = running { work.cancel(); started.fail(error) }
        let result = await work.result
        try running.get()
        return try result.get()
    }
}
