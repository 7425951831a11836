import Dispatch
import Foundation
import Synchronization

/// Takes finished lines from any thread without blocking it and writes them from a thread of its own. At most `most` bytes
/// wait; lines beyond that are dropped and counted, and the count is written as soon as there is room. Lines are gathered for a
/// few milliseconds: under load that spares a wake-up and a system call for each.
final class LogWriter: Sendable {
    private struct Waiting {
        var bytes: [UInt8] = []
        var dropped = 0
        var isWriting = false
        var flushes: [DispatchSemaphore] = []
    }

    private static let linesDropped = Counter("log_lines_dropped_total", "log lines that nobody took in time")

    /// Microseconds.
    private static let gathering: UInt32 = 5000

    private let waiting = Mutex(Waiting())
    private let wake = DispatchSemaphore(value: 0)
    private let descriptor: Int32
    private let most: Int

    init(descriptor: Int32, most: Int = 4 << 20) {
        self.descriptor = descriptor
        self.most = most
        // Shown from the start: the first lines that are dropped are a rise from 0.
        Self.linesDropped.add(0)
        Thread.detachNewThread { self.loop() }
    }

    func write(_ line: [UInt8]) {
        let mustWake = waiting.withLock { waiting in
            guard waiting.bytes.count + line.count <= most else {
                waiting.dropped += 1
                return false
            }
            let wasEmpty = waiting.bytes.isEmpty
            waiting.bytes.append(contentsOf: line)
            return wasEmpty
        }
        if mustWake { wake.signal() }
    }

    /// Waits, at most `seconds`, until everything written so far has reached the descriptor. Blocks: for the end of a process.
    func flush(seconds: Double) {
        let done = DispatchSemaphore(value: 0)
        let isIdle = waiting.withLock { waiting in
            if waiting.bytes.isEmpty && !waiting.isWriting { return true }
            waiting.flushes.append(done)
            return false
        }
        if !isIdle { _ = done.wait(timeout: .now() + seconds) }
    }

    private func loop() {
        while true {
            wake.wait()
            if waiting.withLock({ $0.flushes.isEmpty }) { usleep(Self.gathering) }
            let (bytes, dropped) = waiting.withLock { waiting in
                defer { (waiting.bytes, waiting.dropped, waiting.isWriting) = ([], 0, true) }
                return (waiting.bytes, waiting.dropped)
            }
            writeAll(bytes)
            if dropped > 0 {
                Self.linesDropped.add(Double(dropped))
                writeAll(Array(#"{"level":"warning","message":"log lines dropped","count":"\#(dropped)"}"#.utf8) + [UInt8(ascii: "\n")])
            }
            let flushes = waiting.withLock { waiting in
                waiting.isWriting = false
                guard waiting.bytes.isEmpty else { return [DispatchSemaphore]() }
                defer { waiting.flushes = [] }
                return waiting.flushes
            }
            for flush in flushes { flush.signal() }
        }
    }

    /// Whoever reads the log may go away; then there is nobody to tell.
    private func writeAll(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset < buffer.count {
                let written = Foundation.write(descriptor, buffer.baseAddress! + offset, buffer.count - offset)
                if written > 0 {
                    offset += written
                } else if errno == EAGAIN {
                    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&ready, 1, 1000)
                } else if errno != EINTR {
                    return
                }
            }
        }
    }
}
