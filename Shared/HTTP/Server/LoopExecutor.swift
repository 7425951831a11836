import NIOCore
import NIOPosix
import Synchronization
import Telemetry

/// Runs requests' tasks on the event loop of their connection: neither the beginning of a request nor its response wakes another thread, and the answer of
/// the database wakes one. What computes for long (`Route.computing`) is not to run here: whoever is on the same loop waits meanwhile.
final class LoopExecutor: TaskExecutor {
    private static let all: [ObjectIdentifier: LoopExecutor] = Dictionary(
        uniqueKeysWithValues: MultiThreadedEventLoopGroup.singleton.makeIterator().map { (ObjectIdentifier($0), LoopExecutor($0)) })

    /// Nil of a loop that is none of the server's.
    static func of(_ loop: any EventLoop) -> LoopExecutor? { all[ObjectIdentifier(loop)] }

    private static let held = Counter("http_loop_held_total", "times that a request's work held its event loop for more than 20 ms without a pause")
    private static let longest = TimeAmount.milliseconds(20)

    /// Jobs that the loop has been told of, and those that came since.
    private struct Queue {
        var jobs: [UnownedJob] = []
        var isAwaited = false
    }

    /// So often what jobs enqueue is run at once, before the loop's sockets have their turn.
    private static let mostRounds = 8

    private let loop: any EventLoop
    private let queue = Mutex(Queue())

    private init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = queue.withLock { queue in
            queue.jobs.append(job)
            defer { queue.isAwaited = true }
            return !queue.isAwaited
        }
        if isFirst { loop.execute { self.run() } }
    }

    private func run() {
        for _ in 0..<Self.mostRounds {
            let jobs = queue.withLock { queue in
                defer { queue.jobs = [] }
                queue.isAwaited = !queue.jobs.isEmpty
                return queue.jobs
            }
            if jobs.isEmpty { return }
            for job in jobs {
                let began = NIODeadline.now()
                job.runSynchronously(on: asUnownedTaskExecutor())
                if NIODeadline.now() - began > Self.longest { Self.held.add() }
            }
        }
        loop.execute { self.run() }
    }
}
