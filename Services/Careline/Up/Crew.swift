import Foundation

/// The running children: does what each one's `Supervisor` decides, and says on the terminal what befalls them.
actor Crew {
    /// One child: what to start, how to know that it is ready, how to ask it to stop.
    struct Member: Sendable {
        var name: String
        /// Later stages are stopped first.
        var stage: Stage
        var launch: Launch
        var readiness: Readiness
        var stopSignal: Int32 = SIGTERM
        var policy = Supervisor.Policy()
        /// Once it is ready, it is looked at so; one that does its work no more is ended, and so started again. Nil: it is not looked at.
        var watch: StallDetector.Policy?
    }

    enum Stage: Int, Comparable, CaseIterable, Sendable {
        case database, broker, services, gateway
        static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
    }

    /// A child that was given up: the platform cannot go on. The text says what happened and how to mend it.
    nonisolated let failures: AsyncStream<String>

    private struct State {
        var member: Member
        var supervisor: Supervisor
        var child: Child?
        var probe: Task<Void, Never>?
        var watch: Task<Void, Never>?
        var startedAt: Duration = .zero
        var starts = 0
        /// How long the log was when it was started last.
        var logStart = 0
    }

    private var states: [String: State] = [:]
    private let pidFiles: PidFiles
    private let failure: AsyncStream<String>.Continuation
    private let clock = ContinuousClock()
    private let began: ContinuousClock.Instant

    init(pidFiles: PidFiles) {
        self.pidFiles = pidFiles
        began = clock.now
        (failures, failure) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Starts them at once and returns when all are ready; throws when one is not within the limit: a machine that is busy takes more than a minute for a Kafka.
    func start(_ members: [Member], within limit: Duration = .seconds(180)) async throws {
        for member in members {
            LogFile(path: member.launch.log).rotate()
            states[member.name] = State(member: member, supervisor: Supervisor(member.policy))
            handle(.start, member.name)
        }
        let deadline = now + limit
        for member in members {
            while let phase = states[member.name]?.supervisor.phase, phase != .ready {
                if phase == .givenUp { throw CrewFailure(description: givenUpText(member.name)) }
                if now > deadline {
                    throw CrewFailure(
                        description: "\(member.name) runs but is not ready after \(limit.components.seconds) s. Its last lines (\(member.launch.log)):\n"
                            + lastLines(member.name))
                }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Stops all, the gateway first and the database last, each asked and after its grace killed.
    func stop() async {
        for stage in Stage.allCases.reversed() {
            let names = states.values.filter { $0.member.stage == stage }.map(\.member.name)
            for name in names { handle(.stop, name) }
            while names.contains(where: { !hasEnded($0) }) {
                // Not the caller's cancellation: a stop that was begun is finished.
                await Task { try? await Task.sleep(for: .milliseconds(10)) }.value
            }
        }
        failure.finish()
    }

    /// Ends everything this instant.
    func kill() {
        for state in states.values { state.child?.kill() }
    }

    func pids() -> [String: Int] {
        states.compactMapValues { state in state.child.map { Int($0.pid) } }
    }

    // MARK: Acting

    private var now: Duration { clock.now - began }

    private func hasEnded(_ name: String) -> Bool {
        switch states[name]?.supervisor.phase {
        case .stopped, .givenUp, .idle, nil: true
        default: false
        }
    }

    private func handle(_ event: Supervisor.Event, _ name: String) {
        guard var state = states[name] else { return }
        let actions = state.supervisor.handle(event, at: now)
        states[name] = state
        for action in actions { perform(action, name) }
        state = states[name] ?? state
        if let moment = state.supervisor.wakeAt {
            let wait = moment - now
            Task {
                try? await Task.sleep(for: wait + .milliseconds(1))
                self.handle(.tick, name)
            }
        }
    }

    private func perform(_ action: Supervisor.Action, _ name: String) {
        switch action {
        case .spawn:
            spawn(name)
        case .askToStop:
            states[name]?.probe?.cancel()
            states[name]?.watch?.cancel()
            if let state = states[name] { state.child?.signal(state.member.stopSignal) }
        case .kill:
            Terminal.warn("\(name) did not stop in time; it is killed")
            states[name]?.child?.kill()
        case .report(let exit, let wait):
            let lines = lastLines(name)
            let log = states[name]?.member.launch.log ?? ""
            Terminal.warn(
                "\(name) \(exit); it is started again in \(Terminal.seconds(wait)). "
                    + (lines.isEmpty ? "It said nothing (\(log))." : "Its last lines (\(log)):\n" + lines))
        case .giveUp:
            failure.yield(givenUpText(name))
        }
    }

    private func spawn(_ name: String) {
        guard let member = states[name]?.member else { return }
        states[name]?.startedAt = now
        states[name]?.starts += 1
        states[name]?.logStart = LogFile(path: member.launch.log).size
        Task {
            let (ends, end) = AsyncStream.makeStream(of: Exit.self, bufferingPolicy: .bufferingNewest(1))
            do {
                let child = try await Child.start(member.launch) { exit in
                    end.yield(exit)
                    end.finish()
                }
                self.runs(child, name)
                for await exit in ends { self.ended(exit, name) }
            } catch {
                self.ended(.notStarted("\(error)"), name)
            }
        }
    }

    private func runs(_ child: Child, _ name: String) {
        guard let state = states[name] else { return }
        states[name]?.child = child
        pidFiles.write(name, pid: child.pid)
        if case .stopping = state.supervisor.phase { child.signal(state.member.stopSignal) }
        let readiness = state.member.readiness
        states[name]?.probe = Task {
            while !Task.isCancelled {
                if await readiness.holds() {
                    self.becameReady(name)
                    return
                }
                try? await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    private func becameReady(_ name: String) {
        guard !Task.isCancelled, let state = states[name] else { return }
        if state.starts > 1 { Terminal.say("\(name) is back, \(Terminal.seconds(now - state.startedAt)) after its start") }
        handle(.becameReady, name)
        if let policy = state.member.watch, let child = state.child { watch(child, name, policy) }
    }

    private func watch(_ child: Child, _ name: String, _ policy: StallDetector.Policy) {
        guard let member = states[name]?.member else { return }
        states[name]?.watch = Task {
            var detector = StallDetector(policy)
            while !Task.isCancelled {
                try? await Task.sleep(for: policy.every)
                let answers = await member.readiness.holds()
                let look = StallDetector.Look(threads: ThreadUse.all(of: child.pid), logSize: LogFile(path: member.launch.log).size, answers: answers)
                guard !Task.isCancelled, let stall = detector.take(look, at: self.now) else { continue }
                Terminal.warn("\(name) \(stall). It is ended, and started again")
                child.kill()
                return
            }
        }
    }

    private func ended(_ exit: Exit, _ name: String) {
        states[name]?.probe?.cancel()
        states[name]?.probe = nil
        states[name]?.watch?.cancel()
        states[name]?.watch = nil
        states[name]?.child = nil
        pidFiles.remove(name)
        handle(.ended(exit), name)
    }

    private func lastLines(_ name: String) -> String {
        states[name].map { LogFile(path: $0.member.launch.log).lastLines(8, since: $0.logStart) } ?? ""
    }

    private func givenUpText(_ name: String) -> String {
        guard let state = states[name] else { return name }
        let deaths = state.supervisor.deaths.count
        let often = deaths == 1 ? "ended because of its settings" : "ended \(deaths) times within a minute"
        let lines = lastLines(name)
        guard !lines.isEmpty else {
            return """
                \(name) \(often); it is not started again. It said nothing at its last start (earlier ones: \(state.member.launch.log)).
                Check the machine with: careline doctor; a process that is killed each time may be short of memory (dmesg says so).
                """
        }
        return """
            \(name) \(often); it is not started again. Its last lines:
            \(lines)
            Mend what they say (all of it: \(state.member.launch.log)), check the rest with: careline doctor, then start again.
            """
    }
}

/// The platform cannot start or go on; the text says why and how to mend it.
struct CrewFailure: Error, CustomStringConvertible { var description: String }
