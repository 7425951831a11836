/// What to do about one child process: decided here, from events and the time alone, and done elsewhere (`Crew`).
///
/// A child that ends by itself is started again after a wait that doubles; one that ends too often is given up, since
/// something is wrong that another start does not mend. A stop asks first and kills after the grace.
struct Supervisor: Equatable, Sendable {
    struct Policy: Equatable, Sendable {
        /// So many ends within the window, and the child is given up.
        var mostDeaths = 5
        var window: Duration = .seconds(60)
        /// The wait before the second start; each death in the window doubles it, up to the longest.
        var firstWait: Duration = .milliseconds(200)
        var longestWait: Duration = .seconds(5)
        /// What a service ends with when its settings are faulty (sysexits.h, EX_CONFIG): another start finds them the same.
        var hopeless = Exit.code(78)
        /// From the request to stop until the kill.
        var grace: Duration = .seconds(8)
    }

    enum Phase: Equatable, Sendable {
        case idle
        case starting
        case ready
        case waiting(until: Duration)
        case stopping(killAt: Duration)
        case stopped
        case givenUp
    }

    enum Event: Equatable, Sendable {
        case start
        case becameReady
        /// The process ended, or could not be started.
        case ended(Exit)
        case stop
        /// Time has passed.
        case tick
    }

    enum Action: Equatable, Sendable {
        case spawn
        case askToStop
        case kill
        /// A death that was not asked for.
        case report(Exit, nextStartIn: Duration)
        case giveUp(Exit, deaths: Int)
    }

    let policy: Policy
    private(set) var phase: Phase = .idle
    /// When the deaths within the window were.
    private(set) var deaths: [Duration] = []

    init(_ policy: Policy = Policy()) { self.policy = policy }

    /// The next moment at which a tick changes anything.
    var wakeAt: Duration? {
        switch phase {
        case .waiting(let moment), .stopping(let moment): moment
        default: nil
        }
    }

    /// `now` is any clock that only goes forward.
    mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        switch (event, phase) {
        case (.start, .idle):
            phase = .starting
            return [.spawn]
        case (.becameReady, .starting):
            phase = .ready
            return []
        case (.ended(let exit), .starting), (.ended(let exit), .ready):
            return died(exit, at: now)
        case (.ended, .stopping):
            phase = .stopped
            return []
        case (.stop, .idle), (.stop, .waiting):
            phase = .stopped
            return []
        case (.stop, .starting), (.stop, .ready):
            phase = .stopping(killAt: now + policy.grace)
            return [.askToStop]
        case (.tick, .waiting(let until)) where now >= until:
            phase = .starting
            return [.spawn]
        case (.tick, .stopping(let killAt)) where now >= killAt:
            phase = .stopping(killAt: now + policy.grace)
            return [.kill]
        default:
            return []
        }
    }

    private mutating func died(_ exit: Exit, at now: Duration) -> [Action] {
        deaths.removeAll { now - $0 >= policy.window }
        deaths.append(now)
        guard deaths.count < policy.mostDeaths, exit != policy.hopeless else {
            phase = .givenUp
            return [.giveUp(exit, deaths: deaths.count)]
        }
        var wait = policy.firstWait
        for _ in deaths.dropFirst() { wait = min(wait * 2, policy.longestWait) }
        phase = .waiting(until: now + wait)
        return [.report(exit, nextStartIn: wait)]
    }
}
