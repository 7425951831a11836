import CPostgres
import Foundation
import Glibc
import Synchronization

/// A thread that waits for sockets and timers, and runs the tasks that prefer it (`TaskExecutor`): a task on the loop sends and
/// resumes without waking another thread.
///
/// Unchecked: everything is behind `shared`, but for `local`, which only the loop's own thread touches.
final class EventLoop: TaskExecutor, @unchecked Sendable {
    /// One for every four cores: a loop drives tens of thousands of statements a second.
    private static let all: [EventLoop] = {
        let count = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount / 4))
        return (0..<count).map { _ in EventLoop() }
    }()
    private static let turn = Atomic<Int>(0)

    /// The process's loops by turns.
    static func next() -> EventLoop {
        all[turn.wrappingAdd(1, ordering: .relaxed).oldValue % all.count]
    }

    protocol Watcher: AnyObject, Sendable {
        /// On the loop's thread.
        func ready(readable: Bool, writable: Bool)
    }

    typealias TimerID = UInt64

    private struct LoopTimer {
        let id: TimerID
        let due: ContinuousClock.Instant
        let body: @Sendable () -> Void
    }

    private struct Shared {
        var jobs: [UnownedJob] = []
        /// Latest first, so that the next one is popped from the end.
        var timers: [LoopTimer] = []
        var watchers: [UInt64: any Watcher] = [:]
        var lastID: UInt64 = 0
        /// The thread sleeps and nobody has woken it yet.
        var needsWake = false
    }

    private let shared = Mutex(Shared())
    private let epoll: Int32
    private let wakeup: Int32
    private let thread = Atomic<UInt>(0)
    private var local: [UnownedJob] = []

    private init() {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        wakeup = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        precondition(epoll >= 0 && wakeup >= 0, "no file descriptors are left for PostgreSQL's event loop")
        control(EPOLL_CTL_ADD, wakeup, id: 0, events: EPOLLIN.rawValue)
        let started = DispatchSemaphore(value: 0)
        let loop = Thread { [self] in
            thread.store(UInt(pthread_self()), ordering: .releasing)
            started.signal()
            run()
        }
        loop.name = "postgres.loop"
        loop.start()
        started.wait()
    }

    private var isOnLoop: Bool { UInt(pthread_self()) == thread.load(ordering: .relaxed) }

    // MARK: Tasks

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isOnLoop {
            local.append(job)
        } else {
            shared.withLock { $0.jobs.append(job) }
            wake()
        }
    }

    // MARK: Timers

    @discardableResult
    func schedule(at due: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) -> TimerID {
        let id = shared.withLock { shared in
            shared.lastID += 1
            let timer = LoopTimer(id: shared.lastID, due: due, body: body)
            let index = shared.timers.firstIndex { $0.due <= due } ?? shared.timers.endIndex
            shared.timers.insert(timer, at: index)
            return timer.id
        }
        if !isOnLoop { wake() }
        return id
    }

    func cancel(_ timer: TimerID) {
        shared.withLock { $0.timers.removeAll { $0.id == timer } }
    }

    // MARK: Sockets

    /// Watches for reading until `unwatch`. The watcher is kept alive.
    func watch(_ socket: Int32, _ watcher: any Watcher) -> UInt64 {
        let id = shared.withLock { shared in
            shared.lastID += 1
            shared.watchers[shared.lastID] = watcher
            return shared.lastID
        }
        control(EPOLL_CTL_ADD, socket, id: id, events: EPOLLIN.rawValue | EPOLLRDHUP.rawValue)
        return id
    }

    func watchWriting(_ on: Bool, _ socket: Int32, id: UInt64) {
        let events = EPOLLIN.rawValue | EPOLLRDHUP.rawValue | (on ? EPOLLOUT.rawValue : 0)
        control(EPOLL_CTL_MOD, socket, id: id, events: events)
    }

    func unwatch(_ socket: Int32, id: UInt64) {
        control(EPOLL_CTL_DEL, socket, id: id, events: 0)
        _ = shared.withLock { $0.watchers.removeValue(forKey: id) }
    }

    private func control(_ operation: Int32, _ socket: Int32, id: UInt64, events: UInt32) {
        var event = epoll_event()
        event.events = events
        event.data.u64 = id
        _ = epoll_ctl(epoll, operation, socket, &event)
    }

    // MARK: The thread

    private func wake() {
        let needed = shared.withLock { shared in
            defer { shared.needsWake = false }
            return shared.needsWake
        }
        if needed { eventfd_write(wakeup, 1) }
    }

    private func run() {
        var events = [epoll_event](repeating: epoll_event(), count: 128)
        while true {
            runJobs()
            runTimers()
            let count = Int(epoll_wait(epoll, &events, Int32(events.count), sleepLimit()))
            if count > 0 { dispatch(events[..<count]) }
        }
    }

    private func runJobs() {
        shared.withLock { shared in
            shared.needsWake = false
            local.append(contentsOf: shared.jobs)
            shared.jobs.removeAll(keepingCapacity: true)
        }
        // Only those of now: what they enqueue runs after the sockets have had their turn.
        let jobs = local
        local = []
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func runTimers() {
        while true {
            let timer = shared.withLock { shared -> LoopTimer? in
                guard let next = shared.timers.last, next.due <= .now else { return nil }
                return shared.timers.removeLast()
            }
            guard let timer else { return }
            timer.body()
        }
    }

    /// Milliseconds to sleep, -1 without end; from here on others must wake the thread.
    private func sleepLimit() -> Int32 {
        if !local.isEmpty { return 0 }
        return shared.withLock { shared in
            if !shared.jobs.isEmpty { return 0 }
            shared.needsWake = true
            guard let next = shared.timers.last else { return -1 }
            let left = ContinuousClock.now.duration(to: next.due)
            if left <= .zero { return 0 }
            let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
            return Int32(clamping: milliseconds)
        }
    }

    private func dispatch(_ events: ArraySlice<epoll_event>) {
        for event in events {
            if event.data.u64 == 0 {
                var count: eventfd_t = 0
                eventfd_read(wakeup, &count)
                continue
            }
            let watcher = shared.withLock { $0.watchers[event.data.u64] }
            let readable = event.events & ~EPOLLOUT.rawValue != 0
            watcher?.ready(readable: readable, writable: event.events & EPOLLOUT.rawValue != 0)
        }
    }
}
