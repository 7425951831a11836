/// Tells from looks at a running process, one after the other, whether it does its work no more although it runs: a thread of it that spins,
/// or an address that answers nobody.
///
/// A thread that does work waits for the next piece of it now and then, however much there is: the kernel counts that (voluntary context
/// switches). One that spins does not wait once. It is taken for that when for so long it has not, has used the processor, and the
/// process has said next to nothing: the gateway says a line a request, so a load that keeps a thread busy without a pause shows there.
struct StallDetector: Equatable, Sendable {
    struct Policy: Equatable, Sendable {
        /// From one look to the next.
        var every: Duration = .seconds(5)
        var patience: Duration = .seconds(30)
        /// Of its time, what a thread that spins gets at least of a machine where others want the processor too.
        var leastShare = 0.1
        /// So many bytes of log for a second of the processor are work.
        var bytesOfWork = 10_000.0
    }

    struct Look: Equatable, Sendable {
        /// By thread.
        var threads: [Int: ThreadUse]
        var logSize: Int
        var answers: Bool
    }

    enum Stall: Equatable, Sendable, CustomStringConvertible {
        case spins(processor: Duration, within: Duration)
        case isSilent(since: Duration)

        var description: String {
            switch self {
            case .spins(let processor, let within):
                "spins: a thread of it has used the processor for \(Terminal.seconds(processor)) within \(Terminal.seconds(within)) without a pause, and for nothing"
            case .isSilent(let since): "has answered nothing for \(Terminal.seconds(since))"
            }
        }
    }

    private struct Stretch: Equatable, Sendable {
        var began: Duration
        var use: ThreadUse
        var logSize: Int
    }

    let policy: Policy
    /// Of each thread the first look since it waited last.
    private var stretches: [Int: Stretch] = [:]
    private var silentSince: Duration?

    init(_ policy: Policy = Policy()) { self.policy = policy }

    /// `now` is any clock that only goes forward.
    mutating func take(_ look: Look, at now: Duration) -> Stall? {
        silentSince = look.answers ? nil : silentSince ?? now
        if let silentSince, now - silentSince >= policy.patience { return .isSilent(since: now - silentSince) }
        stretches = stretches.filter { look.threads[$0.key]?.waits == $0.value.use.waits }
        for (thread, use) in look.threads {
            guard let stretch = stretches[thread] else {
                stretches[thread] = Stretch(began: now, use: use, logSize: look.logSize)
                continue
            }
            let time = now - stretch.began, processor = use.processor - stretch.use.processor
            // A log that became shorter was cut off: nothing is known of it.
            let said = look.logSize < stretch.logSize ? .infinity : Double(look.logSize - stretch.logSize)
            let isBusy = processor >= time * policy.leastShare, works = said >= policy.bytesOfWork * (processor / .seconds(1))
            if time >= policy.patience, isBusy, !works { return .spins(processor: processor, within: time) }
        }
        return nil
    }
}
