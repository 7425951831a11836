import Outbox

/// A part that has nothing to do between its start and its stop: its `run` lasts as long as it is not stopped.
final class IdlePart: ServicePart {
    let name: String
    private let starting: @Sendable () async throws -> Void
    private let stopping: @Sendable () async -> Void
    private let ended = Wake()
    private let isStopped = StopFlag()

    init(_ name: String, start: @escaping @Sendable () async throws -> Void = {}, stop: @escaping @Sendable () async -> Void) {
        self.name = name
        starting = start
        stopping = stop
    }

    func start() async throws { try await starting() }

    func run() async throws {
        while !isStopped.isSet, !Task.isCancelled { await ended.wait(.seconds(3600)) }
    }

    func stop() async {
        await stopping()
        isStopped.set()
        ended.raise()
    }
}
