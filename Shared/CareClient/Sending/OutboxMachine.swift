import Foundation

/// What is sent when, as a function of what happens: in each lane one at a time, in the order in which it was given.
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
        case delivered(Int)
        case failed(Int, CareError)
        /// Another process sends what is in this lane.
        case taken(Int)
        case waited(lane: String)
        case networkBack
        case retry(Int)
        case cancel(Int)
    }

    enum Effect: Equatable, Sendable {
        case deliver(Int)
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

    private(set) var entries: [Entry] = []
    /// How often the head of the lane has failed; while there is a number it waits.
    private var paused: [String: Int] = [:]
    private var failures: [String: Int] = [:]
    private var isOpen = false

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
        case .delivered(let position): return remove(position)
        case .failed(let position, let error): return failed(position, error)
        case .taken(let position):
            guard let index = index(position) else { return [] }
            entries[index].state = .waiting
            paused[entries[index].lane] = 1
            return [.pause(lane: entries[index].lane, failures: 1, atLeast: .seconds(1))]
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
            return [.remove(position)] + remove(position)
        }
    }

    private func index(_ position: Int) -> Int? { entries.firstIndex { $0.position == position } }

    private mutating func loaded(_ found: [Entry]) -> [Effect] {
        let sending = Set(entries.filter { $0.state == .sending }.map(\.position))
        let before = entries
        entries = found.map { entry in
            var entry = entry
            if sending.contains(entry.position) { entry.state = .sending }
            return entry
        }
        guard entries != before else { return [] }
        return Set((entries + before).map(\.lane)).sorted().map { .show(lane: $0) }
    }

    private mutating func remove(_ position: Int) -> [Effect] {
        guard let index = index(position) else { return [] }
        let lane = entries.remove(at: index).lane
        failures[lane] = nil
        return [.show(lane: lane)]
    }

    /// Nobody has refused what the disk did not let go: it goes when there is room again.
    private mutating func failed(_ position: Int, _ error: CareError) -> [Effect] {
        guard let index = index(position) else { return [] }
        let lane = entries[index].lane
        if [.loggedOut, .expired, .unsupportedVersion].contains(error) {
            entries[index].state = .waiting
            isOpen = false
            return [.show(lane: lane)]
        }
        guard error.isWorthRetrying || error.isOfTheDisk else {
            if entries[index].isMark { return [.remove(position)] + remove(position) }
            entries[index].state = .failed(error)
            failures[lane] = nil
            return [.keepFailure(position, error), .show(lane: lane)]
        }
        entries[index].state = .waiting
        failures[lane, default: 0] += 1
        paused[lane] = failures[lane]
        return [.pause(lane: lane, failures: failures[lane, default: 1], atLeast: error.retryAfter), .show(lane: lane)]
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
            entries[index].state = .sending
            busy.insert(lane)
            effects += [.deliver(entries[index].position), .show(lane: lane)]
        }
        return effects
    }
}
