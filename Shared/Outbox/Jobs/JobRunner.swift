import CareModels
import Foundation
import Postgres
import Telemetry

/// Fires timers and sweeps, in every replica: a due row belongs to whoever locks it. Between firings it sleeps until the next
/// one is due, woken earlier by timers set in this process and by a poll for those set in others.
package final class JobRunner: Sendable {
    package let name = "jobs"
    private let jobs: [String: Job]
    private let pool: PostgresPool
    private let settings: JobSettings
    private let now: @Sendable () -> Date
    private let tracer: Tracer
    private let wake = Wake()
    private let stopping = StopFlag()

    package init(_ jobs: [Job], pool: PostgresPool, settings: JobSettings = JobSettings(), tracer: Tracer = .off, now: @escaping @Sendable () -> Date) {
        self.jobs = Dictionary(uniqueKeysWithValues: jobs.map { ($0.kind, $0) })
        self.pool = pool
        self.settings = settings
        self.tracer = tracer
        self.now = now
    }

    private var kinds: [String] { Array(jobs.keys) }
    private var isStopping: Bool { stopping.isSet || Task.isCancelled }

    /// Shown from the start: the first failure is a rise from 0.
    package func start() async throws {
        for kind in kinds { TimerMetrics.failures(kind).add(0) }
    }

    package func run() async throws {
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
    package func stop() async {
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
        let seconds = next.timeIntervalSince(now())
        // Due, and not fired just now: another replica has it in its hands, perhaps for long.
        return min(seconds > 0 ? .seconds(seconds) : settings.recheck, settings.poll)
    }

    /// One timer, locked: it fired, or it failed and was put off.
    private struct Tried {
        var timer: TimerRow
        var took: Duration
        var error: (any Error)?
    }

    /// False when nothing is due.
    private func fireOne() async throws -> Bool {
        var locked: TimerRow?
        let tried: Tried?
        do {
            tried = try await pool.transaction { transaction in
                locked = nil
                guard let timer = try await transaction.lockDueTimer(kinds: kinds, now: now()), let job = jobs[timer.kind] else { return nil }
                locked = timer
                TimerMetrics.late(timer.kind).observe(max(0, now().timeIntervalSince(timer.nextAt)))
                return try await attempt(timer, job, transaction)
            }
        } catch {
            // Beyond the attempt: the commit failed, or the database asked for one repetition too many.
            guard let timer = locked, Self.isTheTimersFault(error) else { throw error }
            try await pool.withConnection { try await putOff(timer, error, $0) }
            report(Tried(timer: timer, took: .zero, error: error))
            return true
        }
        guard let tried else { return false }
        report(tried)
        return true
    }

    /// Undoes a failed handler's work and puts the timer off under the same lock: no other replica gets it in between.
    private func attempt(_ timer: TimerRow, _ job: Job, _ transaction: Transaction) async throws -> Tried {
        let began = ContinuousClock().now
        switch try await transaction.attempt({ try await fire(timer, job, transaction) }) {
        case .success:
            return Tried(timer: timer, took: ContinuousClock().now - began)
        case .failure(let error):
            guard Self.isTheTimersFault(error) else { throw error }
            try await putOff(timer, error, transaction)
            return Tried(timer: timer, took: ContinuousClock().now - began, error: error)
        }
    }

    private func fire(_ timer: TimerRow, _ job: Job, _ transaction: Transaction) async throws {
        try await tracer.run(tracer.context(), as: .timer(timer.kind)) {
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
    }

    private func putOff(_ timer: TimerRow, _ error: any Error, _ runner: some PostgresRunner) async throws {
        let backoff = Backoff(first: settings.firstWait, most: settings.mostWait)
        let next = now().addingTimeInterval(backoff.jittered(after: timer.attempts + 1).seconds)
        try await runner.putOffTimer(timer, to: next, error: ErrorLabel.of(error))
    }

    private func report(_ tried: Tried) {
        let kind = tried.timer.kind
        guard let error = tried.error else {
            TimerMetrics.fired(kind).add()
            TimerMetrics.took(kind).observe(tried.took.seconds)
            return
        }
        TimerMetrics.failures(kind).add()
        Log.warning(
            "timer failed; trying again", ["kind": kind, "attempts": String(tried.timer.attempts + 1), "error": ErrorLabel.of(error)])
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
