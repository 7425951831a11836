import Foundation

/// What is sent when, as a function of what happens: in each lane in the order in which it was given, one at a time, or several in one call where they can
/// be joined.
struct OutboxMachine: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        enum State: Equatable, Sendable {
            case waiting
            case sending
            case failed(CareError)
        }

        /// In the file, rising.
        var position: Int
        var lane: String
        var state = State.waiting
        /// What it is about: behind one that was refused, others about the same wait.
        var subject: String?
        /// It was refused together with others: only by itself it hears whether it was the reason.
        var goesAlone = false

        /// A mark, such as seen, of which nobody is shown that it was refused: it is not kept then.
        var isMark: Bool { lane.hasPrefix("seen/") || lane.hasPrefix("read/") }
    }

    enum Event: Equatable, Sendable {
        /// What the file holds: at the start, and when another process may have changed it.
        case loaded([Entry])
        case added(Entry)
        /// Somebody is logged in, or nobody is.
        case opened
        case closed
        /// In one call, as what follows.
        case delivered([Int])
        case failed([Int], CareError)
        /// They were too many for one call, or it was given up for another at once.
        case left([Int])
        /// Another process sends what is in this lane.
        case taken([Int])
        case waited(lane: String)
        case networkBack
        case retry(Int)
        case cancel(Int)
    }

    enum Effect: Equatable, Sendable {
        /// In one call.
        case deliver([Int])
        /// From the file.
        case remove(Int)
        case keepFailure(Int, CareError?)
        case pause(lane: String, failures: Int, atLeast: Duration?)
        case load
        /// What is shown of the lane is another.
        case show(lane: String)
    }

    /// Lanes that are sent from at the same time.
    static let mostAtOnce = 4
    /// What is sent in one call.
    static let mostTogether = 50

    /// The first parts of the names of lanes whose items can be joined.
    let joinable: Set<String>
    private(set) var entries: [Entry] = []
    /// How often the head of the lane has failed; while there is a number it waits.
    private var paused: [String: Int] = [:]
    private var failures: [String: Int] = [:]
    private var isOpen = false

    init(joinable: Set<String> = []) { self.joinable = joinable }

    mutating func handle(_ event: Event) -> [Effect] { change(by: event) + next() }

    private mutating func change(by event: Event) -> [Effect] {
        switch event {
        case .loaded(let found): return loaded(found)
        case .added(let entry):
            entries.append(entry)
            return [.show(lane: entry.lane)]
        case .opened:
            isOpen = true
            paused = [:]
            return []
        case .closed:
            isOpen = false
            return []
        case .delivered(let positions): return remove(positions)
        case .failed(let positions, let error): return failed(positions, error)
        case .left(let positions): return wait(positions).map { [.show(lane: $0)] } ?? []
        case .taken(let positions):
            guard let lane = wait(positions) else { return [] }
            paused[lane] = 1
            return [.pause(lane: lane, failures: 1, atLeast: .seconds(1))]
        case .waited(let lane):
            paused[lane] = nil
            // It may be another process's pause that is over.
            return [.load]
        case .networkBack:
            paused = [:]
            failures = [:]
            return []
        case .retry(let position):
            guard let index = index(position), case .failed = entries[index].state else { return [] }
            entries[index].state = .waiting
            return [.keepFailure(position, nil), .show(lane: entries[index].lane)]
        case .cancel(let position):
            // What is on its way may have arrived.
            guard let index = index(position), entries[index].state != .sending else { return [] }
            return [.remove(position)] + remove([position])
        }
    }

    private func index(_ position: Int) -> Int? { entries.firstIndex { $0.position == position } }

    private mutating func loaded(_ found: [Entry]) -> [Effect] {
        let known = Dictionary(entries.map { ($0.position, $0) }) { first, _ in first }
        let before = entries
        entries = found.map { entry in
            var entry = entry
            if let known = known[entry.position] {
                if known.state == .sending { entry.state = .sending }
                entry.goesAlone = known.goesAlone
            }
            return entry
        }
        // What was on its way and is there no more was sent.
        let there = Set(entries.map(\.position))
        for entry in before where entry.state == .sending && !there.contains(entry.position) { failures[entry.lane] = nil }
        guard entries != before else { return [] }
        return Set((entries + before).map(\.lane)).sorted().map { .show(lane: $0) }
    }

    /// All of one lane.
    private mutating func remove(_ positions: [Int]) -> [Effect] {
        let gone = Set(positions)
        guard let lane = entries.first(where: { gone.contains($0.position) })?.lane else { return [] }
        entries.removeAll { gone.contains($0.position) }
        failures[lane] = nil
        return [.show(lane: lane)]
    }

    /// They are not on their way any more. Returns their lane.
    private mutating func wait(_ positions: [Int]) -> String? {
        var lane: String?
        for index in positions.compactMap({ index($0) }) {
            entries[index].state = .waiting
            lane = entries[index].lane
        }
        return lane
    }

    /// Nobody but the server refuses: what the disk did not let go, or for which there is no token just now, goes later. What does not open as what it was
    /// is not sent at all.
    private mutating func failed(_ positions: [Int], _ error: CareError) -> [Effect] {
        guard let lane = wait(positions) else { return [] }
        if [.loggedOut, .expired, .unsupportedVersion, .closed].contains(error) {
            isOpen = false
            return [.show(lane: lane)]
        }
        if error.isFinal {
            failures[lane] = nil
            return refused(positions, lane, error)
        }
        failures[lane, default: 0] += 1
        paused[lane] = failures[lane]
        return [.pause(lane: lane, failures: failures[lane, default: 1], atLeast: error.retryAfter), .show(lane: lane)]
    }

    private mutating func refused(_ positions: [Int], _ lane: String, _ error: CareError) -> [Effect] {
        guard positions.count == 1, let index = index(positions[0]) else {
            for index in positions.compactMap({ index($0) }) { entries[index].goesAlone = true }
            return [.show(lane: lane)]
        }
        if entries[index].isMark { return [.remove(positions[0])] + remove(positions) }
        entries[index].state = .failed(error)
        return [.keepFailure(positions[0], error), .show(lane: lane)]
    }

    /// The heads of the lanes that may go; what was refused is no head, but for who comes after it about the same.
    private mutating func next() -> [Effect] {
        guard isOpen else { return [] }
        var busy: Set<String> = Set(entries.lazy.filter { $0.state == .sending }.map(\.lane))
        var held: Set<[String]> = []
        var effects: [Effect] = []
        for index in entries.indices {
            let (lane, subject) = (entries[index].lane, entries[index].subject)
            if case .failed = entries[index].state, let subject { held.insert([lane, subject]) }
            guard entries[index].state == .waiting else { continue }
            if busy.count >= Self.mostAtOnce { break }
            guard paused[lane] == nil, !busy.contains(lane), subject.map({ !held.contains([lane, $0]) }) ?? true else { continue }
            busy.insert(lane)
            let together = joined(from: index)
            for index in together { entries[index].state = .sending }
            effects += [.deliver(together.map { entries[$0].position }), .show(lane: lane)]
        }
        return effects
    }

    /// It, and what comes right behind it in its lane and can go in the same call.
    private func joined(from head: Int) -> [Int] {
        guard mayJoin(entries[head]) else { return [head] }
        var joined = [head]
        for index in entries.indices.dropFirst(head + 1) where entries[index].lane == entries[head].lane && entries[index].state == .waiting {
            guard joined.count < Self.mostTogether, mayJoin(entries[index]) else { break }
            joined.append(index)
        }
        return joined
    }

    private func mayJoin(_ entry: Entry) -> Bool {
        entry.subject == nil && !entry.goesAlone && joinable.contains(OutboxItem.kind(ofLane: entry.lane))
    }
}

extension CareError {
    /// Said of what is sent itself, whenever it is sent. That a token is not taken, be it a fresh one, is said of the token.
    fileprivate var isFinal: Bool {
        switch self {
        case .refused(let problem): problem.status != 401 && !isWorthRetrying
        case .unreadable: true
        default: false
        }
    }
}
