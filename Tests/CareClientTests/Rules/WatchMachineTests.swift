import Testing

@testable import CareClient

/// What a watcher does, event by event.
@Suite(.timeLimit(.minutes(3))) struct WatchMachineTests {
    typealias Event = WatchMachine.Event
    typealias Effect = WatchMachine.Effect

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var before: [Event]
        var event: Event
        var effects: [Effect]
        var isFresh = false
        var refreshing = RefreshingState.refreshing

        var testDescription: String { name }
    }

    static let later = CareError.server(status: 503, retryAfter: .seconds(7))
    static let never = CareError.refused(Problem(name: "not-found", status: 404, title: "Not found"))
    static let fetched: [Event] = [.began, .read(found: true), .fetched, .read(found: true)]

    static let cases = [
        Case(name: "it reads what is here and fetches meanwhile", before: [], event: .began, effects: [.read, .fetch]),
        Case(name: "what was outdated just before is fetched once", before: [.outdated], event: .began, effects: [.read]),
        Case(name: "what is here is shown at once", before: [.began], event: .read(found: true), effects: [.show]),
        Case(name: "nothing here: it waits for what is fetched", before: [.began], event: .read(found: false), effects: []),
        Case(
            name: "what was fetched is read before it is called fresh", before: [.began, .read(found: false)], event: .fetched, effects: [.read],
            refreshing: .refreshed),
        Case(
            name: "and then shown", before: [.began, .read(found: false), .fetched], event: .read(found: true), effects: [.show], isFresh: true, refreshing: .refreshed),
        Case(
            name: "what was being read meanwhile is from before, and not fresh", before: [.began, .fetched], event: .read(found: true), effects: [.show, .read],
            refreshing: .refreshed),
        Case(
            name: "what is read after it is", before: [.began, .fetched, .read(found: true)], event: .read(found: true), effects: [.show], isFresh: true,
            refreshing: .refreshed),
        Case(
            name: "nothing here and nothing to be had: it ends", before: [.began, .read(found: false)], event: .fetchFailed(.offline), effects: [.end(.offline)],
            refreshing: .failed(.offline)),
        Case(
            name: "the same, in the other order", before: [.began, .fetchFailed(never)], event: .read(found: false), effects: [.end(never)],
            refreshing: .failed(never)),
        Case(
            name: "with something here it goes on, and tries again", before: [.began, .read(found: true)], event: .fetchFailed(later),
            effects: [.show, .pause(failures: 1, atLeast: .seconds(7))], refreshing: .failed(later)),
        Case(
            name: "what will never be is not tried again", before: [.began, .read(found: true)], event: .fetchFailed(never), effects: [.show], refreshing: .failed(never)),
        Case(
            name: "failures are counted", before: [.began, .read(found: true), .fetchFailed(.offline), .retried], event: .fetchFailed(.offline),
            effects: [.show, .pause(failures: 2, atLeast: nil)], refreshing: .failed(.offline)),
        Case(name: "a pause ends", before: [.began, .read(found: true), .fetchFailed(.offline)], event: .retried, effects: [.show, .fetch]),
        Case(name: "nothing failed: nothing to try again", before: fetched, event: .retried, effects: [], isFresh: true, refreshing: .refreshed),
        Case(name: "a change is read", before: fetched, event: .changed, effects: [.read], refreshing: .refreshed),
        Case(
            name: "a change while reading is read after it, and what is shown is not fresh without it", before: fetched + [.changed, .changed],
            event: .read(found: true), effects: [.show, .read], refreshing: .refreshed),
        Case(
            name: "with it it is", before: fetched + [.changed, .changed, .read(found: true)], event: .read(found: true), effects: [.show], isFresh: true,
            refreshing: .refreshed),
        Case(name: "what is outdated is fetched", before: fetched, event: .outdated, effects: [.show, .fetch]),
        Case(name: "what is outdated while it is fetched is fetched after it", before: fetched + [.outdated, .outdated], event: .fetched, effects: [.read, .fetch]),
        Case(
            name: "the same when the fetch fails", before: fetched + [.outdated, .outdated], event: .fetchFailed(.offline), effects: [.fetch]),
        Case(name: "out of step it is fresh no more", before: fetched, event: .outOfStep, effects: [.show], refreshing: .refreshed),
        Case(name: "in step again it is, without a fetch", before: fetched + [.outOfStep], event: .inStep, effects: [.show], isFresh: true, refreshing: .refreshed),
        Case(
            name: "but not while a change is read", before: fetched + [.outOfStep, .changed], event: .inStep, effects: [.show], refreshing: .refreshed),
        Case(name: "what was never fetched is not fresh by being in step", before: [.began, .read(found: true)], event: .inStep, effects: []),
        Case(
            name: "what failed is not fresh by being in step", before: [.began, .read(found: true), .fetchFailed(.offline)], event: .inStep, effects: [],
            refreshing: .failed(.offline)),
        Case(name: "a cache that cannot be read ends it", before: [.began], event: .readFailed(.storage(.damaged)), effects: [.end(.storage(.damaged))]),
        Case(
            name: "but not what is shown, which is old then", before: fetched + [.changed], event: .readFailed(.storage(.busy)),
            effects: [.show, .pause(failures: 1, atLeast: nil)], refreshing: .failed(.storage(.busy))),
        Case(
            name: "the same of what was just fetched", before: [.began, .read(found: true), .fetched], event: .readFailed(.storage(.busy)),
            effects: [.show, .pause(failures: 1, atLeast: nil)], refreshing: .failed(.storage(.busy))),
        Case(
            name: "then it looks again", before: fetched + [.changed, .readFailed(.storage(.busy))], event: .retried, effects: [.show, .fetch]),
        Case(
            name: "what fails again waits longer", before: fetched + [.changed, .readFailed(.storage(.busy)), .retried, .fetched],
            event: .readFailed(.storage(.busy)), effects: [.show, .pause(failures: 2, atLeast: nil)], refreshing: .failed(.storage(.busy))),
        Case(
            name: "what changed while it could not be read is read", before: fetched + [.changed, .changed], event: .readFailed(.storage(.busy)), effects: [.read],
            refreshing: .refreshed),
        Case(name: "while it is fetched that is waited for", before: fetched + [.outdated, .changed], event: .readFailed(.storage(.busy)), effects: []),
        Case(
            name: "it ends for whoever comes after its person", before: fetched, event: .disowned, effects: [.end(.loggedOut)], isFresh: true, refreshing: .refreshed)
    ]

    @Test(arguments: cases) func each(_ each: Case) {
        var machine = WatchMachine()
        for event in each.before { _ = machine.handle(event) }
        #expect(machine.handle(each.event) == each.effects)
        #expect(machine.isDataFresh == each.isFresh)
        #expect(machine.refreshing == each.refreshing)
    }
}
