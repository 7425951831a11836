import Foundation
import Postgres

/// Fires timers and sweeps, in every replica: a due row belongs to whoever locks it. Between firings it sleeps until the next
/// one is due, woken earlier by timers set in this process and by a poll for those set in others.
final class JobRunner: ServicePart {
    let name = "jobs"
    private let jobs: [String: Job]
    private let pool: PostgresPool
    private let settings: JobSettings
    private let now: @Sendable () -> Date
    private let wake = Wake()
    private let stopping = StopFlag()

    init(_ jobs: [Job], pool: PostgresPool, settings: JobSettings = JobSettings(), now: @escaping @Sendable () -> Date) {
        self.jobs = Dictionary(uniqueKeysWithValues: jobs.map { ($0.kind, $0) })
        self.pool = pool
        self.settings = settings
        self.now = now
    }

    private var kinds: [String] { Array(jobs.keys) }
    private var isStopping: Bool { stopping.isSet || Task.isCancelled }

    func start() async throws {}

    func run() async throws {
        await CommitSignal.timers.waking(wake) {
            let backoff = Backoff(first: .milliseconds(200), most: .seconds(5))
            var failures = 0
            var hasSweeps = false
            while !isStopping {
                do {
                    if !hasSweeps { try await ensureSweeps() }
                    hasSweeps = true
                    try await fireDue()
                    failures = 0
                    if !isStopping { await wake.wait(try await untilNext()) }
                } catch {
                    failures += 1
                    Log.warning("timers interrupted", ["error": ErrorLabel.of(error)])
                    await wake.wait(backoff.jittered(after: failures))
                }
            }
        }
    }

    /// Handlers at work finish; what else is due waits for another replica or the next start.
    func stop() async {
        stopping.set()
        wake.raise()
    }

    /// Gives every sweep its first firing.
    func ensureSweeps() async throws {
        for job in jobs.values {
            guard case .sweep(let interval, _) = job.work else { continue }
            let next = now().addingTimeInterval(interval.seconds)
            try await pool.withConnection { try await $0.ensureSweep(job.kind, by: next) }
        }
    }

    /// Fires everything that is due by `now()`, a few at a time, and returns how many. Throws when the database is away.
    @discardableResult
    func fireDue() async throws -> Int {
        guard !jobs.isEmpty else { return 0 }
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<settings.concurrency {
                group.addTask {
                    var fired = 0
                    while !self.isStopping, try await self.fireOne() { fired += 1 }
                    return fired
                }
            }
            return try await group.reduce(0, +)
        }
    }

    private func untilNext() async throws -> Duration {
        let next = try await pool.withConnection { try await $0.nextTimer(kinds: self.kinds) }
        guard let next else { return settings.poll }
        let seconds = max(0, next.timeIntervalSince(now()))
        return min(.seconds(seconds), settings.poll)
    }

    /// False when nothing is due.
    private func fireOne() async throws -> Bool {
        var locked: TimerRow?
        do {
            return try await pool.transaction { transaction in
                locked = nil
                guard let timer = try await transaction.lockDueTimer(kinds: kinds, now: now()), let job = jobs[timer.kind] else {
                    return false
                }
                locked = timer
                try await fire(timer, job, transaction)
                return true
            }
        } catch {
            guard let timer = locked, Self.isTheTimersFault(error) else { throw error }
            try await putOff(timer, error)
            return true
        }
    }

    private func fire(_ timer: TimerRow, _ job: Job, _ transaction: Transaction) async throws {
        let began = ContinuousClock().now
        try await TraceContext.$current.withValue(TraceContext()) {
            switch job.work {
            case .timer(let handle):
                // Before the handler, which may set the same timer anew.
                try await transaction.deleteTimer(timer)
                try await handle(timer.key, timer.payload, transaction)
            case .sweep(let interval, let body):
                let hasMore = try await body(transaction)
                try await transaction.moveTimer(timer, to: hasMore ? now() : now().addingTimeInterval(interval.seconds))
            }
        }
        Metrics.count("care_timers_fired_total", [("kind", timer.kind)])
        Metrics.observe("care_timer_seconds", [("kind", timer.kind)], seconds: (ContinuousClock().now - began).seconds)
    }

    private func putOff(_ timer: TimerRow, _ error: any Error) async throws {
        let backoff = Backoff(first: settings.firstWait, most: settings.mostWait)
        let next = now().addingTimeInterval(backoff.jittered(after: timer.attempts + 1).seconds)
        let label = ErrorLabel.of(error)
        try await pool.withConnection { try await $0.putOffTimer(timer, to: next, error: label) }
        Metrics.count("care_timer_failures_total", [("kind", timer.kind)])
        Log.warning("timer failed; trying again", ["kind": timer.kind, "attempts": String(timer.attempts + 1), "error": label])
    }

    /// The database's absence and our own stopping say nothing about the timer. Anything else puts it off, a statement's
    /// timeout too, so that one timer never stands in the way of the others.
    private static func isTheTimersFault(_ error: any Error) -> Bool {
        switch error {
        case is PostgresPoolError, is CancellationError, is PostgresConnectionError: false
        default: true
        }
    }
}
