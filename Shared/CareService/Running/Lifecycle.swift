import CareModels
import Foundation
import Outbox
import Synchronization
import Telemetry

/// The parts of a service did not stop in time.
package struct StopDeadlineExceeded: Error, Sendable, CustomStringConvertible {
    /// The part that was being waited for.
    package var part: String
    package var description: String { "\(part) did not stop within the deadline (CARE_STOP_DEADLINE)" }
}

/// A part of the service ended or failed, so that the service cannot go on.
package struct PartFailed: Error, Sendable, CustomStringConvertible {
    package var part: String
    package var error: String
    package var description: String { "\(part) failed: \(error)" }
}

/// Starts parts in list order, lets them run, and stops them in reverse, each one's work ended before the next is asked.
struct Lifecycle: Sendable {
    let parts: [any ServicePart]
    let stopDeadline: Duration

    /// Runs until `stop` returns, a part ends or fails, or the task is cancelled; then stops all. `started` runs once every
    /// part has started. Throws what failed first.
    func run(started: @escaping @Sendable () async throws -> Void = {}, until stop: @escaping @Sendable () async -> Void) async throws {
        var running: [(part: any ServicePart, task: Task<Void, any Error>)] = []
        let ended = EndOfService()
        let outcome = await Result.capture {
            for part in parts {
                do { try await part.start() } catch { throw Self.failure(of: part, error) }
                Log.info("started", ["part": part.name])
                let task = Task {
                    let result = await Result.capture { try await part.run() }
                    ended.note(result.mapError { Self.failure(of: part, $0) }, part)
                    try result.get()
                }
                running.append((part, task))
            }
            try await started()
            let waiting = Task {
                await stop()
                ended.note(nil)
            }
            await withTaskCancellationHandler {
                await ended.wait()
            } onCancel: {
                ended.note(nil)
            }
            waiting.cancel()
            if let error = ended.error { throw error }
        }
        ended.beginStopping()
        // In a task of its own: stopping in order is not cut short by the cancellation that may have caused it.
        let begun = running
        let stopped = await Task { try await self.stop(begun) }.result
        try outcome.get()
        try stopped.get()
    }

    private func stop(_ running: [(part: any ServicePart, task: Task<Void, any Error>)]) async throws {
        let clock = ContinuousClock()
        let deadline = clock.now + stopDeadline
        var late: String?
        for (part, task) in running.reversed() {
            let inTime = await Deadline.wait(until: deadline) {
                await part.stop()
                _ = await task.result
            }
            if !inTime {
                Log.error("did not stop in time", ["part": part.name])
                late = late ?? part.name
                task.cancel()
            } else {
                Log.info("stopped", ["part": part.name])
            }
        }
        if let late { throw StopDeadlineExceeded(part: late) }
    }

    private static func failure(of part: any ServicePart, _ error: any Error) -> any Error {
        PartFailed(part: part.name, error: ErrorLabel.explain(error))
    }
}

/// Why a service ends: asked to, or something failed.
private final class EndOfService: Sendable {
    private struct State {
        var isStopping = false
        var error: (any Error)?
    }

    private let state = Mutex(State())
    private let wake = Wake()

    var error: (any Error)? { state.withLock(\.error) }

    func note(_ failure: (any Error)?) {
        state.withLock { state in
            guard !state.isStopping else { return }
            state.isStopping = true
            state.error = failure
        }
        wake.raise()
    }

    /// A part's `run` returned: a fault unless the service is being stopped.
    func note(_ result: Result<Void, any Error>, _ part: any ServicePart) {
        switch result {
        case .success: note(PartFailed(part: part.name, error: "ended by itself"))
        case .failure(let error): note(error)
        }
    }

    func beginStopping() { state.withLock { $0.isStopping = true } }

    func wait() async {
        while !state.withLock(\.isStopping) { await wake.wait(.seconds(3600)) }
    }
}
