import Testing

@testable import CareClient

/// What is sent when, event by event.
@Suite(.timeLimit(.minutes(3))) struct OutboxMachineTests {
    typealias Event = OutboxMachine.Event
    typealias Effect = OutboxMachine.Effect
    typealias Entry = OutboxMachine.Entry

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var before: [Event]
        var event: Event
        var effects: [Effect]

        var testDescription: String { name }
    }

    static let refused = CareError.refused(Problem(name: "not-received", status: 403, title: "No"))
    static let unauthorized = CareError.refused(Problem(name: "unauthorized", status: 401, title: "No"))
    static let busy = CareError.server(status: 503, retryAfter: .seconds(5))
    static func entry(_ position: Int, _ lane: String = "a", _ state: Entry.State = .waiting) -> Entry { Entry(position: position, lane: lane, state: state) }
    /// 1 is on its way, 2 waits behind it.
    static let two: [Event] = [.opened, .added(entry(1)), .added(entry(2))]

    static func about(_ position: Int, _ subject: String, _ state: Entry.State = .waiting) -> Entry {
        Entry(position: position, lane: "a", state: state, subject: subject)
    }
    /// 1 was refused, 2 is about the same, 3 about something else.
    static let three: [Event] = [.opened, .added(about(1, "x")), .added(about(2, "x")), .added(about(3, "y")), .failed([1], refused)]

    static let cases = [
        Case(name: "it goes at once", before: [.opened], event: .added(entry(1)), effects: [.show(lane: "a"), .deliver([1]), .show(lane: "a")]),
        Case(name: "not while nobody is logged in", before: [], event: .added(entry(1)), effects: [.show(lane: "a")]),
        Case(name: "but then", before: [.added(entry(1))], event: .opened, effects: [.deliver([1]), .show(lane: "a")]),
        Case(name: "not before what was given earlier", before: [.opened, .added(entry(1))], event: .added(entry(2)), effects: [.show(lane: "a")]),
        Case(name: "another lane does not wait", before: two, event: .added(entry(3, "b")), effects: [.show(lane: "b"), .deliver([3]), .show(lane: "b")]),
        Case(name: "the next when it has arrived", before: two, event: .delivered([1]), effects: [.show(lane: "a"), .deliver([2]), .show(lane: "a")]),
        Case(
            name: "without a network it waits, and the rest behind it", before: two, event: .failed([1], .offline),
            effects: [.pause(lane: "a", failures: 1, atLeast: nil), .show(lane: "a")]),
        Case(
            name: "as long as the server wants", before: two, event: .failed([1], busy),
            effects: [.pause(lane: "a", failures: 1, atLeast: .seconds(5)), .show(lane: "a")]),
        Case(
            name: "a disk that is full refuses nothing: it waits", before: two, event: .failed([1], .storage(.full)),
            effects: [.pause(lane: "a", failures: 1, atLeast: nil), .show(lane: "a")]),
        Case(
            name: "nor does who gives no token", before: two, event: .failed([1], .login(.denied("invalid_dpop_proof"))),
            effects: [.pause(lane: "a", failures: 1, atLeast: nil), .show(lane: "a")]),
        Case(
            name: "nor does who takes no token, be it a fresh one", before: two + [.failed([1], unauthorized), .waited(lane: "a")], event: .failed([1], unauthorized),
            effects: [.pause(lane: "a", failures: 2, atLeast: nil), .show(lane: "a")]),
        Case(
            name: "what cannot be read as what it was is not sent", before: two, event: .failed([1], .unreadable("")),
            effects: [.keepFailure(1, .unreadable("")), .show(lane: "a"), .deliver([2]), .show(lane: "a")]),
        Case(
            name: "then it is sent again, before the rest", before: two + [.failed([1], .offline)], event: .waited(lane: "a"),
            effects: [.load, .deliver([1]), .show(lane: "a")]),
        Case(name: "or when the network is back", before: two + [.failed([1], .offline)], event: .networkBack, effects: [.deliver([1]), .show(lane: "a")]),
        Case(
            name: "what is given up for another network goes again at once", before: two, event: .left([1]),
            effects: [.show(lane: "a"), .deliver([1]), .show(lane: "a")]),
        Case(
            name: "failures are counted", before: two + [.failed([1], .offline), .waited(lane: "a")], event: .failed([1], .offline),
            effects: [.pause(lane: "a", failures: 2, atLeast: nil), .show(lane: "a")]),
        Case(
            name: "but those of the network that was gone are not", before: two + [.failed([1], .offline), .networkBack], event: .failed([1], .offline),
            effects: [.pause(lane: "a", failures: 1, atLeast: nil), .show(lane: "a")]),
        Case(
            name: "what is refused stays, and the next goes", before: two, event: .failed([1], refused),
            effects: [.keepFailure(1, refused), .show(lane: "a"), .deliver([2]), .show(lane: "a")]),
        Case(
            name: "but for one about the same", before: Array(three.dropLast()), event: .failed([1], refused),
            effects: [.keepFailure(1, refused), .show(lane: "a"), .deliver([3]), .show(lane: "a")]),
        Case(name: "which waits", before: three, event: .delivered([3]), effects: [.show(lane: "a")]),
        Case(
            name: "until that is tried again", before: three + [.delivered([3])], event: .retry(1),
            effects: [.keepFailure(1, nil), .show(lane: "a"), .deliver([1]), .show(lane: "a")]),
        Case(
            name: "or taken back", before: three + [.delivered([3])], event: .cancel(1),
            effects: [.remove(1), .show(lane: "a"), .deliver([2]), .show(lane: "a")]),
        Case(
            name: "over a restart too", before: [.opened], event: .loaded([about(1, "x", .failed(refused)), about(2, "x")]), effects: [.show(lane: "a")]),
        Case(
            name: "a mark does not", before: [.opened, .added(entry(1, "seen/1"))], event: .failed([1], refused),
            effects: [.remove(1), .show(lane: "seen/1")]),
        Case(
            name: "until it is tried again", before: two + [.failed([1], refused), .delivered([2])], event: .retry(1),
            effects: [.keepFailure(1, nil), .show(lane: "a"), .deliver([1]), .show(lane: "a")]),
        Case(name: "only what has failed is tried again", before: two, event: .retry(2), effects: []),
        Case(name: "or cancelled", before: two + [.failed([1], refused)], event: .cancel(1), effects: [.remove(1), .show(lane: "a")]),
        Case(name: "what waits can be cancelled", before: two, event: .cancel(2), effects: [.remove(2), .show(lane: "a")]),
        Case(name: "what is on its way can not", before: two, event: .cancel(1), effects: []),
        Case(name: "the session has ended: nothing fails by it", before: two, event: .failed([1], .expired), effects: [.show(lane: "a")]),
        Case(name: "nor by a client that was closed", before: two, event: .failed([1], .closed), effects: [.show(lane: "a")]),
        Case(name: "and all goes on afterwards", before: two + [.failed([1], .expired)], event: .opened, effects: [.deliver([1]), .show(lane: "a")]),
        Case(
            name: "another process has the lane", before: two, event: .taken([1]), effects: [.pause(lane: "a", failures: 1, atLeast: .seconds(1))]),
        Case(
            name: "what it has sent is gone", before: two + [.taken([1])], event: .loaded([entry(2)]), effects: [.show(lane: "a")]),
        Case(name: "what it was given is sent", before: [.opened], event: .loaded([entry(4)]), effects: [.show(lane: "a"), .deliver([4]), .show(lane: "a")]),
        Case(name: "what is on its way stays so", before: two, event: .loaded([entry(1), entry(2)]), effects: []),
        Case(
            name: "what had failed before a restart is not sent", before: [.opened], event: .loaded([entry(1, "a", .failed(refused)), entry(2)]),
            effects: [.show(lane: "a"), .deliver([2]), .show(lane: "a")])
    ]

    @Test(arguments: cases) func each(_ each: Case) {
        var machine = OutboxMachine()
        for event in each.before { _ = machine.handle(event) }
        #expect(machine.handle(each.event) == each.effects)
    }

    @Test func goesOnInFourLanesAtOnce() {
        var machine = OutboxMachine()
        _ = machine.handle(.opened)
        let sent = (1...6).flatMap { machine.handle(.added(Self.entry($0, "lane \($0)"))) }
        #expect(sent.filter { if case .deliver = $0 { true } else { false } } == (1...4).map { .deliver([$0]) })
        #expect(machine.handle(.delivered([2])).contains(.deliver([5])))
    }

    /// What can be joined: `m/1`. 1 is on its way, and what was given since waits.
    static let kept: [Event] = [.opened] + (1...4).map { .added(entry($0, "m/1")) }

    static let joined = [
        Case(name: "what came meanwhile goes in one", before: kept, event: .delivered([1]), effects: [.show(lane: "m/1"), .deliver([2, 3, 4]), .show(lane: "m/1")]),
        Case(
            name: "and has arrived in one", before: kept + [.delivered([1])], event: .delivered([2, 3, 4]), effects: [.show(lane: "m/1")]),
        Case(
            name: "what is too much for one goes in the next", before: kept + [.delivered([1]), .left([4])], event: .delivered([2, 3]),
            effects: [.show(lane: "m/1"), .deliver([4]), .show(lane: "m/1")]),
        Case(
            name: "without a network it waits, and is joined anew", before: kept + [.delivered([1]), .failed([2, 3, 4], .offline)], event: .networkBack,
            effects: [.deliver([2, 3, 4]), .show(lane: "m/1")]),
        Case(
            name: "refused together, each goes alone", before: kept + [.delivered([1])], event: .failed([2, 3, 4], refused),
            effects: [.show(lane: "m/1"), .deliver([2]), .show(lane: "m/1")]),
        Case(
            name: "all of them", before: kept + [.delivered([1]), .failed([2, 3, 4], refused), .delivered([2])], event: .failed([3], refused),
            effects: [.keepFailure(3, refused), .show(lane: "m/1"), .deliver([4]), .show(lane: "m/1")]),
        Case(
            name: "also when the file was looked at meanwhile",
            before: kept + [.delivered([1]), .failed([2, 3, 4], refused), .loaded((2...4).map { entry($0, "m/1") })], event: .delivered([2]),
            effects: [.show(lane: "m/1"), .deliver([3]), .show(lane: "m/1")]),
        Case(
            name: "what came after those goes together again",
            before: kept + [.delivered([1]), .failed([2, 3, 4], refused), .added(entry(5, "m/1")), .added(entry(6, "m/1")), .delivered([2]), .delivered([3])],
            event: .delivered([4]), effects: [.show(lane: "m/1"), .deliver([5, 6]), .show(lane: "m/1")]),
        Case(
            name: "another conversation is none of it", before: kept + [.added(entry(5, "m/2")), .added(entry(6, "m/1"))], event: .delivered([1]),
            effects: [.show(lane: "m/1"), .deliver([2, 3, 4, 6]), .show(lane: "m/1")]),
        Case(
            name: "nor what was refused before", before: kept + [.loaded([entry(1, "m/1"), entry(2, "m/1", .failed(refused)), entry(3, "m/1"), entry(4, "m/1")])],
            event: .delivered([1]), effects: [.show(lane: "m/1"), .deliver([3, 4]), .show(lane: "m/1")]),
        Case(
            name: "what is about something waits for it, and nothing passes it",
            before: [.opened] + [entry(1, "m/1"), entry(2, "m/1"), Entry(position: 3, lane: "m/1", subject: "x"), entry(4, "m/1")].map { .added($0) },
            event: .delivered([1]), effects: [.show(lane: "m/1"), .deliver([2]), .show(lane: "m/1")]),
        Case(
            name: "so many in one", before: [.opened] + (1...60).map { .added(entry($0, "m/1")) }, event: .delivered([1]),
            effects: [.show(lane: "m/1"), .deliver(Array(2...51)), .show(lane: "m/1")])
    ]

    @Test(arguments: joined) func together(_ each: Case) {
        var machine = OutboxMachine(joinable: ["m"])
        for event in each.before { _ = machine.handle(event) }
        #expect(machine.handle(each.event) == each.effects)
    }

    /// Whatever fails when, each lane arrives whole and in its order, one at a time or several in one.
    @Test(arguments: 0..<200) func keepsTheOrderOfEachLane(seed: UInt64) {
        var chance = SeededGenerator(seed)
        var machine = OutboxMachine(joinable: ["lane 1", "lane 2"])
        var onTheWay: [[Int]] = []
        var paused: Set<String> = []
        var arrived: [String: [Int]] = [:]
        var given: [String: [Int]] = [:]
        func lane(_ position: Int) -> String { "lane \(position % 3)" }
        func run(_ event: Event) {
            for effect in machine.handle(event) {
                switch effect {
                case .deliver(let positions):
                    #expect(!onTheWay.joined().contains { lane($0) == lane(positions[0]) })
                    #expect(positions.count == 1 || lane(positions[0]) != "lane 0")
                    onTheWay.append(positions)
                case .pause(let lane, _, _): paused.insert(lane)
                default: break
                }
            }
        }
        run(.opened)
        for position in 1...60 {
            given[lane(position), default: []].append(position)
            run(.added(Self.entry(position, lane(position))))
            step()
        }
        while !machine.entries.isEmpty { step() }
        #expect(arrived == given)

        func step() {
            if let lane = paused.randomElement(using: &chance), Bool.random(using: &chance) {
                paused.remove(lane)
                run(.waited(lane: lane))
            }
            guard var positions = onTheWay.randomElement(using: &chance) else { return }
            onTheWay.removeAll { $0 == positions }
            if positions.count > 1, Int.random(in: 0..<4, using: &chance) == 0 {
                let count = Int.random(in: 1..<positions.count, using: &chance)
                run(.left(Array(positions.dropFirst(count))))
                positions = Array(positions.prefix(count))
            }
            switch Int.random(in: 0..<5, using: &chance) {
            case 0: run(.failed(positions, .offline))
            case 1:
                run(.failed(positions, .expired))
                run(.opened)
            case 2 where positions.count > 1: run(.failed(positions, Self.refused))
            default:
                arrived[lane(positions[0]), default: []] += positions
                run(.delivered(positions))
            }
        }
    }
}
