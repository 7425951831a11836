import NIOCore
import NIOPosix
import Telemetry

/// Runs requests' tasks on the event loop of their connection: neither the beginning of a request nor its response wakes another thread, and the answer of
/// the database wakes one. What computes for long (`Route.heavy`) is not to run here: whoever is on the same loop waits meanwhile.
final class LoopExecutor: TaskExecutor {
    private static let all: [ObjectIdentifier: LoopExecutor] = Dictionary(
        uniqueKeysWithValues: MultiThreadedEventLoopGroup.singleton.makeIterator().map { (ObjectIdentifier($0), LoopExecutor($0)) })

    /// Nil of a loop that is none of the server's.
    static func of(_ loop: any EventLoop) -> LoopExecutor? { all[ObjectIdentifier(loop)] }

    private static let held = Counter("http_loop_held_total", "times that a request's work held its event loop for more than 20 ms without a pause")
    private static let longest = TimeAmount.milliseconds(20)

    private let loop: any EventLoop

    private init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute {
            let began = NIODeadline.now()
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            if NIODeadline.now() - began > Self.longest { Self.held.add() }
        }
    }
}
