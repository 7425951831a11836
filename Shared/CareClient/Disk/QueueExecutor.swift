import Dispatch

/// Runs its actor's jobs on a queue of its own, so that waiting for the disk never holds the cooperative pool.
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(_ label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
