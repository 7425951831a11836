import Foundation
import Synchronization

/// The process's signals as calls of a handler, until `close`. Meanwhile none of them ends the process by itself.
///
/// By the self-pipe trick: the signal's own handler only writes its number into a pipe, and a thread reads it from there. (Under
/// a dispatch source the signal is ignored, and lost where the kernel gives it to a thread that does not block it.)
package final class Signals: Sendable {
    package typealias Handler = @Sendable (Int32) -> Void

    private struct Listener {
        var numbers: [Int32]
        var handler: Handler
    }

    private static let listeners = Mutex<[ObjectIdentifier: Listener]>([:])

    /// `handler` is called on a thread of the signals' own, one call after the other; it must not block.
    package init(_ numbers: [Int32], handler: @escaping Handler) {
        SignalPipe.open { number in
            for listener in Self.listeners.withLock({ $0.values.filter { $0.numbers.contains(number) } }) { listener.handler(number) }
        }
        Self.listeners.withLock { listeners in
            listeners[ObjectIdentifier(self)] = Listener(numbers: numbers, handler: handler)
            for number in numbers { signal(number, SignalPipe.put) }
        }
    }

    /// Gives the signals to which nobody listens any more back their default action.
    package func close() {
        Self.listeners.withLock { listeners in
            let ended = listeners.removeValue(forKey: ObjectIdentifier(self))?.numbers ?? []
            let wanted = Set(listeners.values.flatMap(\.numbers))
            for number in ended where !wanted.contains(number) { signal(number, SIG_DFL) }
        }
    }

    deinit { close() }
}

private enum SignalPipe {
    private static let input = Atomic<Int32>(-1)

    /// A signal's handler: may be called in any thread at any point, so it does nothing but write a byte.
    static let put: @convention(c) (Int32) -> Void = { number in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(input.load(ordering: .relaxed), &byte, 1)
        errno = saved
    }

    /// Makes the pipe and its reader, the first time.
    static func open(_ handler: @escaping Signals.Handler) {
        var ends: [Int32] = [-1, -1]
        guard input.load(ordering: .relaxed) == -1, pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        guard input.compareExchange(expected: -1, desired: ends[1], ordering: .sequentiallyConsistent).exchanged else {
            for end in ends { Foundation.close(end) }
            return
        }
        let output = ends[0]
        Thread.detachNewThread {
            // One thread at least must take them: others (libpq's, librdkafka's, NIO's) may block them.
            var none = sigset_t()
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, nil)
            var byte: UInt8 = 0
            while read(output, &byte, 1) == 1 || errno == EINTR { handler(Int32(byte)) }
        }
    }
}
