import Dispatch
import Foundation
import Synchronization

/// Threads for password hashing: 25 ms of one core and 19 MiB each, so as many at a time as there are cores, a bounded number
/// waiting, and never on the cooperative pool, where they would hold up every other request.
final class HashingThreads: Sendable {
    /// Too many are waiting.
    struct Busy: Error {}

    private let queue: Queue

    init(threads: Int, queueLimit: Int) {
        let queue = Queue(limit: queueLimit)
        self.queue = queue
        for _ in 0..<threads { Thread.detachNewThread { queue.work() } }
        self.threads = threads
    }

    private let threads: Int

    deinit { queue.stop(threads) }

    func run<R: Sendable>(_ work: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            let isAccepted = queue.add { continuation.resume(with: Result(catching: work)) }
            if !isAccepted { continuation.resume(throwing: Busy()) }
        }
    }

    private final class Queue: Sendable {
        private let limit: Int
        private let jobs = Mutex<[@Sendable () -> Void]>([])
        private let wake = DispatchSemaphore(value: 0)

        init(limit: Int) { self.limit = limit }

        func add(_ job: @escaping @Sendable () -> Void) -> Bool {
            let isAccepted = jobs.withLock { jobs in
                guard jobs.count < limit else { return false }
                jobs.append(job)
                return true
            }
            if isAccepted { wake.signal() }
            return isAccepted
        }

        /// An empty queue ends a thread.
        func stop(_ threads: Int) { for _ in 0..<threads { wake.signal() } }

        func work() {
            // Linux keeps it for each thread (setpriority(2)): a storm of wrong passwords, which fills every core, leaves a third of the say to hashing.
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
            while true {
                if wake.wait(timeout: .now() + .seconds(10)) == .timedOut {
                    HashingMemory.shared.release()
                    wake.wait()
                }
                guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
                job()
            }
        }
    }
}
