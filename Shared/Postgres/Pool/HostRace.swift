import Dispatch
import Synchronization

/// One connection to whichever of several hosts is meant, though one of them gives no answer. libpq asks them in turn, and waits for each that has
/// vanished for the whole of `connect_timeout`, which is two seconds at least. Here the next one is begun beside it after `stagger`, or at once when
/// one is not meant (RFC 8305, section 5): where the first is the primary, no other is asked. While one still says nothing, those that were not meant
/// are asked again, since one of them takes over.
final class HostRace<Found: Sendable>: Sendable {
    typealias Answer = Result<Found, PostgresConnectFailure>

    private struct State {
        /// Hosts that have not answered yet at all, and those that are being asked again.
        var silent: Set<Int> = []
        var askedAgain: Set<Int> = []
        var found: Found?
        var failures: [PostgresConnectFailure] = []
        var isOver = false
    }

    private let hosts: Int
    /// Seconds.
    private let stagger: Double
    private let ask: @Sendable (Int) -> Answer
    private let giveBack: @Sendable (Found) -> Void
    private let state = Mutex(State())
    /// One for each answer.
    private let answers = DispatchSemaphore(value: 0)

    /// `ask` blocks, on a thread of its own, for a while that has an end. `giveBack` gets what is found besides.
    init(hosts: Int, stagger: Double = 0.25, ask: @escaping @Sendable (Int) -> Answer, giveBack: @escaping @Sendable (Found) -> Void) {
        self.hosts = hosts
        self.stagger = stagger
        self.ask = ask
        self.giveBack = giveBack
    }

    /// Blocks. Once. Throws what tells most of why none was found.
    func run() throws(PostgresConnectFailure) -> Found {
        state.withLock { $0.silent = Set(0..<hosts) }
        for host in 0..<hosts {
            begin(host)
            _ = answers.wait(timeout: .now() + stagger)
            if let found = taken() { return found }
        }
        while state.withLock({ !$0.silent.isEmpty }) {
            let isQuiet = answers.wait(timeout: .now() + stagger) == .timedOut
            if let found = taken() { return found }
            if isQuiet { askAgain() }
        }
        let (found, failures) = state.withLock { state -> (Found?, [PostgresConnectFailure]) in
            state.isOver = true
            return (state.found, state.failures)
        }
        if let found { return found }
        // A standby says nothing that has a case of its own: `unknown`, the last.
        throw PostgresConnectFailure.allCases.first { failures.contains($0) } ?? .unknown
    }

    private func begin(_ host: Int) {
        BlockingThread.run { [self] in
            let answer = ask(host)
            if let further = note(answer, of: host) { giveBack(further) }
            answers.signal()
        }
    }

    /// Gives what nobody takes any more.
    private func note(_ answer: Answer, of host: Int) -> Found? {
        state.withLock { state -> Found? in
            state.silent.remove(host)
            state.askedAgain.remove(host)
            switch answer {
            case .success(let found):
                guard !state.isOver, state.found == nil else { return found }
                state.found = found
            case .failure(let failure):
                state.failures.append(failure)
            }
            return nil
        }
    }

    private func taken() -> Found? {
        state.withLock { state -> Found? in
            guard let found = state.found else { return nil }
            state.isOver = true
            return found
        }
    }

    private func askAgain() {
        let answered = state.withLock { state -> [Int] in
            guard state.found == nil else { return [] }
            let answered = (0..<hosts).filter { !state.silent.contains($0) && !state.askedAgain.contains($0) }
            state.askedAgain.formUnion(answered)
            return answered
        }
        for host in answered { begin(host) }
    }
}
