import Testing

@testable import CareClient

/// The live stream, event by event.
@Suite(.timeLimit(.minutes(3))) struct LiveMachineTests {
    typealias Event = LiveMachine.Event
    typealias Effect = LiveMachine.Effect

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var before: [Event]
        var event: Event
        var effects: [Effect]
        var phase: LiveMachine.Phase
        var sequence: Int?

        var testDescription: String { name }
    }

    static func place(_ sequence: Int, _ epoch: String = "a") -> FeedPlace { FeedPlace(epoch: epoch, sequence: sequence) }

    static let opened: [Event] = [.wanted(place(7)), .opened]
    static let live: [Event] = opened + [.resumed(isRecovered: true, place(7))]
    /// So many attempts in a row, and the wait after the last.
    static func failed(_ count: Int) -> [Event] { Array([[Event]](repeating: [.failed(.offline), .waited], count: count).joined().dropLast()) }
    static let broken: [Effect] = [.disconnect, .pause(failures: 1), .outOfStep]
    /// What cannot be read came, and the stream was opened again from before it.
    static let unread: [Event] = [.unreadable, .waited, .opened, .resumed(isRecovered: true, place(7))]
    static let unreadTwice: [Event] = live + unread + unread

    static let cases = [
        Case(name: "it connects", before: [], event: .wanted(place(7)), effects: [.connect], phase: .connecting, sequence: 7),
        Case(name: "once", before: [.wanted(place(7))], event: .wanted(nil), effects: [], phase: .connecting, sequence: 7),
        Case(name: "it goes on where it was", before: [.wanted(place(7))], event: .opened, effects: [.resume(place(7))], phase: .resuming, sequence: 7),
        Case(name: "or begins", before: [.wanted(nil)], event: .opened, effects: [.resume(nil)], phase: .resuming, sequence: nil),
        Case(name: "nothing was missed", before: opened, event: .resumed(isRecovered: true, place(7)), effects: [.inStep], phase: .live, sequence: 7),
        Case(
            name: "too much was missed", before: opened, event: .resumed(isRecovered: false, place(9000)), effects: [.loadAnew(place(9000))], phase: .live,
            sequence: 9000),
        Case(
            name: "who had no place has missed all", before: [.wanted(nil), .opened], event: .resumed(isRecovered: true, place(3)),
            effects: [.loadAnew(place(3))], phase: .live, sequence: 3),
        Case(
            name: "a place of another epoch is none", before: opened, event: .resumed(isRecovered: true, place(7, "b")), effects: [.loadAnew(place(7, "b"))],
            phase: .live, sequence: 7),
        Case(name: "entries are kept with the place after them", before: live, event: .entries([8, 9]), effects: [.keep(from: 0, place(9))], phase: .live, sequence: 9),
        Case(name: "what is known is left out", before: live, event: .entries([6, 7, 8]), effects: [.keep(from: 2, place(8))], phase: .live, sequence: 8),
        Case(name: "nothing new", before: live, event: .entries([6, 7]), effects: [], phase: .live, sequence: 7),
        Case(name: "a gap: again from before it", before: live, event: .entries([9]), effects: broken, phase: .waiting, sequence: 7),
        Case(name: "a gap within keeps nothing of what is behind", before: live, event: .entries([8, 10]), effects: broken, phase: .waiting, sequence: 7),
        Case(name: "what cannot be read is asked for again", before: live, event: .unreadable, effects: broken, phase: .waiting, sequence: 7),
        Case(
            name: "some times, and then it is taken for missed", before: unreadTwice, event: .unreadable,
            effects: [.disconnect, .pause(failures: 3), .outOfStep], phase: .waiting, sequence: nil),
        Case(
            name: "and all is loaded anew", before: unreadTwice + [.unreadable, .waited, .opened], event: .resumed(isRecovered: true, place(9)),
            effects: [.loadAnew(place(9))], phase: .live, sequence: 9),
        Case(
            name: "what can be read the next time was not", before: unreadTwice + [.entries([8])], event: .unreadable,
            effects: [.disconnect, .pause(failures: 3), .outOfStep], phase: .waiting, sequence: 8),
        Case(name: "entries before the resume are none", before: opened, event: .entries([8]), effects: [], phase: .resuming, sequence: 7),
        Case(name: "the server restarts", before: live, event: .closed(code: 1001), effects: broken, phase: .waiting, sequence: 7),
        Case(name: "it breaks off", before: live, event: .closed(code: nil), effects: broken, phase: .waiting, sequence: 7),
        Case(
            name: "the token has ended: another one, at once", before: live, event: .closed(code: 4401), effects: [.disconnect, .renewToken, .connect, .outOfStep],
            phase: .connecting, sequence: 7),
        Case(
            name: "another one that is not taken either waits", before: live + [.closed(code: 4401)], event: .closed(code: 4401), effects: broken, phase: .waiting,
            sequence: 7),
        Case(
            name: "after a while it may be tried at once again", before: live + [.closed(code: 4401), .opened, .resumed(isRecovered: true, place(7)), .steady],
            event: .closed(code: 4401), effects: [.disconnect, .renewToken, .connect, .outOfStep], phase: .connecting, sequence: 7),
        Case(name: "no way there", before: [.wanted(place(7))], event: .failed(.offline), effects: broken, phase: .waiting, sequence: 7),
        Case(
            name: "waits grow", before: [.wanted(place(7)), .failed(.offline), .waited], event: .failed(.offline),
            effects: [.disconnect, .pause(failures: 2), .outOfStep], phase: .waiting, sequence: 7),
        Case(
            name: "a connection that does not last makes them grow too", before: live + [.closed(code: 1013), .waited, .opened, .resumed(isRecovered: true, place(7))],
            event: .closed(code: 1013), effects: [.disconnect, .pause(failures: 2), .outOfStep], phase: .waiting, sequence: 7),
        Case(name: "the session has ended", before: live, event: .failed(.expired), effects: [.disconnect, .outOfStep], phase: .off, sequence: 7),
        Case(
            name: "what may not be heard is not asked for again", before: [.wanted(place(7))],
            event: .failed(.refused(Problem(name: "forbidden", status: 403, title: ""))), effects: [.disconnect, .outOfStep], phase: .off, sequence: 7),
        Case(name: "a keychain that is full", before: [.wanted(place(7))], event: .failed(.storage(.full)), effects: broken, phase: .waiting, sequence: 7),
        Case(name: "an answer of somebody else", before: [.wanted(place(7))], event: .failed(.unreadable("")), effects: broken, phase: .waiting, sequence: 7),
        Case(
            name: "no token just now", before: [.wanted(place(7))], event: .failed(.login(.denied("invalid_client"))), effects: broken, phase: .waiting,
            sequence: 7),
        Case(name: "the token lacks the scope", before: live, event: .closed(code: 4403), effects: [.disconnect, .outOfStep], phase: .off, sequence: 7),
        Case(name: "a pause ends", before: live + [.closed(code: nil)], event: .waited, effects: [.connect], phase: .connecting, sequence: 7),
        Case(name: "the network is back", before: live + [.closed(code: nil)], event: .hurried(), effects: [.hurry, .connect], phase: .connecting, sequence: 7),
        Case(
            name: "a long wait ends where something is answered", before: [.wanted(place(7))] + failed(5), event: .answered, effects: [.hurry, .connect],
            phase: .connecting, sequence: 7),
        Case(name: "a short one goes on", before: [.wanted(place(7))] + failed(4), event: .answered, effects: [], phase: .waiting, sequence: 7),
        Case(
            name: "whoever is answered again and again still waits", before: [.wanted(place(7))] + failed(5) + [.answered, .failed(.offline)], event: .answered,
            effects: [], phase: .waiting, sequence: 7),
        Case(name: "an answer while it is live says nothing", before: live, event: .answered, effects: [], phase: .live, sequence: 7),
        Case(name: "or was never gone, which it asks", before: live, event: .hurried(), effects: [.ask], phase: .live, sequence: 7),
        Case(name: "another one too", before: live, event: .hurried(isOtherNetwork: true), effects: [.ask], phase: .live, sequence: 7),
        Case(name: "it is being opened", before: opened, event: .hurried(), effects: [], phase: .resuming, sequence: 7),
        Case(
            name: "by a network that may be gone: again by this one", before: opened, event: .hurried(isOtherNetwork: true), effects: [.disconnect, .connect],
            phase: .connecting, sequence: 7),
        Case(
            name: "or is about to be", before: [.wanted(place(7))], event: .hurried(isOtherNetwork: true), effects: [.disconnect, .connect], phase: .connecting,
            sequence: 7),
        Case(name: "silence", before: live, event: .silent, effects: broken, phase: .waiting, sequence: 7),
        Case(name: "a fresh token", before: live, event: .renewed(token: "t"), effects: [.authorize(token: "t")], phase: .live, sequence: 7),
        Case(name: "what was not kept is asked for again", before: live + [.entries([8])], event: .notKept(place(7)), effects: broken, phase: .waiting, sequence: 7),
        Case(name: "it ends", before: live, event: .unwanted, effects: [.disconnect, .outOfStep], phase: .off, sequence: 7),
        Case(name: "what comes after the end says nothing", before: live + [.unwanted], event: .entries([8]), effects: [], phase: .off, sequence: 7),
        Case(name: "it begins again", before: live + [.unwanted], event: .wanted(place(9), run: 1), effects: [.connect], phase: .connecting, sequence: 9),
        Case(
            name: "who stops it while its place is looked for has stopped it", before: [.unwanted], event: .wanted(place(7)), effects: [], phase: .off, sequence: nil),
        Case(
            name: "the same of who lets it begin again meanwhile", before: live + [.unwanted, .wanted(place(9), run: 1)], event: .wanted(place(7)), effects: [],
            phase: .connecting, sequence: 9),
        Case(
            name: "what an earlier one has not kept says nothing of this one",
            before: live + [.entries([8]), .unwanted, .wanted(place(7), run: 1), .opened, .resumed(isRecovered: true, place(7)), .entries([8, 9])],
            event: .notKept(place(7)), effects: [], phase: .live, sequence: 9),
        Case(
            name: "what a connection before has not kept does", before: live + [.entries([8]), .closed(code: nil), .waited], event: .notKept(place(7)),
            effects: [.disconnect, .pause(failures: 2), .outOfStep], phase: .waiting, sequence: 7)
    ]

    @Test(arguments: cases) func each(_ each: Case) {
        var machine = LiveMachine()
        for event in each.before { _ = machine.handle(event) }
        #expect(machine.handle(each.event) == each.effects)
        #expect(machine.phase == each.phase)
        #expect(machine.place?.sequence == each.sequence)
    }

    /// Whoever stops it may do so at any moment, and let it begin again, while something slow of what came before is still done: nothing is open behind that,
    /// nor is anything waited for.
    @Test(arguments: 0..<200) func whatIsOpenIsWhatTheMachineSays(seed: UInt64) {
        var chance = SeededGenerator(seed)
        var machine = LiveMachine()
        var (connections, pauses) = (0, 0)
        // Of what came, what is to be done behind something slow.
        var behind: [[Effect]] = []
        func perform(_ effects: [Effect]) {
            for (index, effect) in effects.enumerated() {
                switch effect {
                case .connect: connections += 1
                case .disconnect: (connections, pauses) = (0, 0)
                case .pause: pauses += 1
                case .hurry: pauses = 0
                case .renewToken: break
                case .resume, .keep, .loadAnew, .inStep, .outOfStep, .ask, .authorize: return behind.append(Array(effects[(index + 1)...]))
                }
            }
        }
        for _ in 0..<300 {
            if !behind.isEmpty, Bool.random(using: &chance) {
                perform(behind.remove(at: Int.random(in: 0..<behind.count, using: &chance)))
            } else {
                let at = machine.place ?? Self.place(7)
                let ends: [Event] = [.unwanted, .closed(code: nil), .closed(code: 4401), .failed(.expired), .silent, .notKept(at, run: machine.run)]
                let events: [Event] =
                    switch machine.phase {
                    case .off: [.wanted(at, run: machine.run), .wanted(at, run: machine.run - 1), .unwanted]
                    case .connecting: ends + [.opened, .opened, .failed(.offline), .hurried(isOtherNetwork: true)]
                    case .resuming: ends + [.resumed(isRecovered: true, at), .resumed(isRecovered: false, at), .hurried(isOtherNetwork: true)]
                    case .live: ends + [.entries([at.sequence + 1]), .hurried(), .renewed(token: "t"), .steady]
                    case .waiting: [.waited, .hurried(), .answered, .unwanted]
                    }
                guard let event = events.randomElement(using: &chance) else { continue }
                // It is over by itself.
                if event == .waited { pauses = 0 }
                perform(machine.handle(event))
            }
            let isOpen = [.connecting, .resuming, .live].contains(machine.phase)
            #expect(connections == (isOpen ? 1 : 0) && pauses == (machine.phase == .waiting ? 1 : 0))
        }
    }

    /// Whatever breaks off when, each entry is kept once, in order.
    @Test(arguments: 0..<200) func keepsEveryEntryOnce(seed: UInt64) {
        var chance = SeededGenerator(seed)
        var machine = LiveMachine()
        var kept: [Int] = []
        var server = 0
        func run(_ event: Event, _ entries: [Int] = []) {
            for effect in machine.handle(event) {
                if case .keep(let index, let place) = effect {
                    kept += entries[index...]
                    #expect(place.sequence == entries.last)
                }
            }
        }
        run(.wanted(FeedPlace(epoch: "a", sequence: 0)))
        for _ in 0..<300 {
            server += Int.random(in: 0...2, using: &chance)
            switch machine.phase {
            case .connecting: run(Bool.random(using: &chance) ? .opened : .failed(.offline))
            case .resuming: run(.resumed(isRecovered: true, machine.place ?? FeedPlace(epoch: "a", sequence: 0)))
            case .waiting: run(.waited)
            case .off: Issue.record("nobody ended it")
            case .live:
                guard Int.random(in: 0..<5, using: &chance) > 0 else { run(.closed(code: nil)); continue }
                // A network that repeats and loses frames.
                let from = max(1, kept.count + Int.random(in: -2...2, using: &chance))
                if from <= server { run(.entries(Array(from...server)), Array(from...server)) }
            }
        }
        #expect(kept == Array(1..<(kept.count + 1)))
    }
}
