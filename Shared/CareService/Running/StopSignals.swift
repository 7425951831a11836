import Foundation
import Outbox
import Synchronization
import Telemetry

/// SIGTERM and SIGINT as something to await. The first asks the service to stop; the second ends the process at once.
final class StopSignals: Sendable {
    private let count: StopSignalCount
    private let signals: Signals

    init() {
        let count = StopSignalCount()
        self.count = count
        signals = Signals([SIGTERM, SIGINT]) { _ in count.received() }
    }

    /// Returns after the first signal, or when the task is cancelled.
    func wait() async { await count.wait() }

    /// Gives the signals back their default action.
    func close() { signals.close() }
}

private final class StopSignalCount: Sendable {
    private let count = Atomic(0)
    private let wake = Wake()

    func wait() async {
        while count.load(ordering: .relaxed) == 0, !Task.isCancelled { await wake.wait(.seconds(3600)) }
    }

    func received() {
        guard count.add(1, ordering: .relaxed).newValue > 1 else { return wake.raise() }
        Log.error("second signal: ending at once")
        Log.flush()
        _exit(130)
    }
}
