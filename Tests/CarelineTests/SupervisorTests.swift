import Testing

@testable import Careline

@Suite struct SupervisorTests {
    private let crash = Exit.signal(11)

    @Test func startsThenIsReadyThenStops() {
        var supervisor = Supervisor()
        #expect(supervisor.handle(.start, at: .zero) == [.spawn])
        #expect(supervisor.handle(.becameReady, at: .seconds(1)) == [])
        #expect(supervisor.phase == .ready)
        #expect(supervisor.handle(.stop, at: .seconds(2)) == [.askToStop])
        #expect(supervisor.handle(.ended(.code(0)), at: .seconds(3)) == [])
        #expect(supervisor.phase == .stopped)
    }

    @Test func waitsTwiceAsLongAfterEachDeath() {
        var supervisor = Supervisor(Supervisor.Policy(mostDeaths: 7, firstWait: .milliseconds(200), longestWait: .seconds(1)))
        var now = Duration.zero
        var waits: [Duration] = []
        _ = supervisor.handle(.start, at: now)
        for _ in 1...6 {
            let actions = supervisor.handle(.ended(crash), at: now)
            guard case .report(crash, let wait) = actions.first else {
                Issue.record("no report in \(actions)")
                return
            }
            waits.append(wait)
            #expect(supervisor.handle(.tick, at: now + wait - .milliseconds(1)) == [])
            now += wait
            #expect(supervisor.handle(.tick, at: now) == [.spawn])
        }
        #expect(waits == [.milliseconds(200), .milliseconds(400), .milliseconds(800), .seconds(1), .seconds(1), .seconds(1)])
    }

    @Test func givesUpAfterFiveDeathsInAMinute() {
        var supervisor = Supervisor()
        var now = Duration.zero
        _ = supervisor.handle(.start, at: now)
        for _ in 1...4 {
            _ = supervisor.handle(.ended(crash), at: now)
            now += .seconds(10)
            _ = supervisor.handle(.tick, at: now)
        }
        #expect(supervisor.handle(.ended(crash), at: now) == [.giveUp(crash, deaths: 5)])
        #expect(supervisor.phase == .givenUp)
        #expect(supervisor.handle(.tick, at: now + .seconds(600)) == [])
    }

    @Test func faultySettingsAreNotTriedAgain() {
        var supervisor = Supervisor()
        _ = supervisor.handle(.start, at: .zero)
        #expect(supervisor.handle(.ended(.code(78)), at: .zero) == [.giveUp(.code(78), deaths: 1)])
    }

    @Test func forgetsDeathsOlderThanTheWindow() {
        var supervisor = Supervisor()
        var now = Duration.zero
        _ = supervisor.handle(.start, at: now)
        for _ in 1...20 {
            #expect(supervisor.handle(.ended(crash), at: now) != [.giveUp(crash, deaths: 5)])
            now += .seconds(16)
            #expect(supervisor.handle(.tick, at: now) == [.spawn])
        }
        #expect(supervisor.deaths.count == 4)
    }

    @Test func killsAfterTheGraceAndAgainUntilItEnds() {
        var supervisor = Supervisor(Supervisor.Policy(grace: .seconds(8)))
        _ = supervisor.handle(.start, at: .zero)
        #expect(supervisor.handle(.stop, at: .seconds(1)) == [.askToStop])
        #expect(supervisor.wakeAt == .seconds(9))
        #expect(supervisor.handle(.tick, at: .seconds(8)) == [])
        #expect(supervisor.handle(.tick, at: .seconds(9)) == [.kill])
        #expect(supervisor.handle(.tick, at: .seconds(17)) == [.kill])
        #expect(supervisor.handle(.ended(.signal(9)), at: .seconds(18)) == [])
        #expect(supervisor.phase == .stopped)
    }

    @Test(arguments: [Supervisor.Event.start, .becameReady, .ended(.code(1)), .stop, .tick])
    func nothingHappensOnceItIsStopped(_ event: Supervisor.Event) {
        var supervisor = Supervisor()
        _ = supervisor.handle(.stop, at: .zero)
        #expect(supervisor.phase == .stopped)
        #expect(supervisor.handle(event, at: .seconds(100)) == [])
        #expect(supervisor.phase == .stopped)
    }

    @Test func aStopWhileItWaitsStartsNothingMore() {
        var supervisor = Supervisor()
        _ = supervisor.handle(.start, at: .zero)
        _ = supervisor.handle(.ended(crash), at: .zero)
        #expect(supervisor.handle(.stop, at: .milliseconds(100)) == [])
        #expect(supervisor.handle(.tick, at: .seconds(1)) == [])
        #expect(supervisor.phase == .stopped)
    }
}
