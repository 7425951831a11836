import Dispatch
import Foundation
import Synchronization

/// SIGTERM and SIGINT as something to await. The first asks the service to stop; the second ends the process at once.
final class StopSignals: @unchecked Sendable {  // `sources` is set once, before anyone else has this object
    private static let numbers = [SIGTERM, SIGINT]
    private let count = Atomic(0)
    private let wake = Wake()
    private var sources: [any DispatchSourceSignal] = []

    init() {
        for number in Self.numbers {
            signal(number, SIG_IGN)  // the default action would end the process before the source hears of it
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [weak self] in self?.received() }
            source.resume()
            sources.append(source)
        }
    }

    /// Returns after the first signal, or when the task is cancelled.
    func wait() async {
        while count.load(ordering: .relaxed) == 0, !Task.isCancelled { await wake.wait(.seconds(3600)) }
    }

    /// Gives the signals back their default action.
    func close() {
        for source in sources { source.cancel() }
        for number in Self.numbers { signal(number, SIG_DFL) }
    }

    private func received() {
        guard count.add(1, ordering: .relaxed).newValue > 1 else { return wake.raise() }
        Log.error("second signal: ending at once")
        Log.flush()
        _exit(130)
    }
}
