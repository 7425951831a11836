import Foundation
import Glibc
import Synchronization

/// SIGTERM and SIGINT as something to await. The first asks the service to stop; the second ends the process at once.
///
/// The kernel gives a signal to any thread that does not block it, and drops it there if it is ignored: which threads block
/// what is not ours to say (libpq's, librdkafka's, NIO's). So there is a real handler, and a thread of our own that blocks
/// neither signal. One at a time in a process.
final class StopSignals: Sendable {
    private static let numbers = [SIGTERM, SIGINT]
    /// Where the handler writes; -1 when nobody listens. A handler may do no more than that.
    private static let descriptor = Atomic<Int32>(-1)

    private let pipe: (reading: Int32, writing: Int32)
    private let count = Atomic(0)
    private let isClosed = Atomic(false)
    private let wake = Wake()

    init() {
        var ends: [Int32] = [-1, -1]
        precondition(Glibc.pipe(&ends) == 0, "no file descriptor is left")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        pipe = (ends[0], ends[1])
        Self.descriptor.store(pipe.writing, ordering: .sequentiallyConsistent)
        for number in Self.numbers {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { _ in
                var byte: UInt8 = 1
                _ = write(StopSignals.descriptor.load(ordering: .sequentiallyConsistent), &byte, 1)
            }
            action.sa_flags = SA_RESTART
            sigaction(number, &action, nil)
        }
        Thread.detachNewThread { [self] in listen() }
    }

    /// Returns after the first signal, or when the task is cancelled.
    func wait() async {
        while count.load(ordering: .relaxed) == 0, !Task.isCancelled { await wake.wait(.seconds(3600)) }
    }

    /// Gives the signals back their default action.
    func close() {
        for number in Self.numbers { signal(number, SIG_DFL) }
        Self.descriptor.store(-1, ordering: .sequentiallyConsistent)
        isClosed.store(true, ordering: .sequentiallyConsistent)
        var byte: UInt8 = 0
        _ = write(pipe.writing, &byte, 1)
    }

    private func listen() {
        var ours = sigset_t()
        sigemptyset(&ours)
        for number in Self.numbers { sigaddset(&ours, number) }
        pthread_sigmask(SIG_UNBLOCK, &ours, nil)
        var byte: UInt8 = 0
        while true {
            let count = read(pipe.reading, &byte, 1)
            if isClosed.load(ordering: .sequentiallyConsistent) || (count < 0 && errno != EINTR) { break }
            if count == 1 { received() }
        }
        Glibc.close(pipe.reading)
        Glibc.close(pipe.writing)
    }

    private func received() {
        guard count.add(1, ordering: .relaxed).newValue > 1 else { return wake.raise() }
        Log.error("second signal: ending at once")
        Log.flush()
        _exit(130)
    }
}
