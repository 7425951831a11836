import Testing

@testable import Postgres

/// The pool's decisions, step by step, without a server.
@Suite struct PoolStateTests {
    typealias State = PoolState<Int, String>

    let start = ContinuousClock.now

    func state(connections: Int = 2, waiters: Int = 3) -> State {
        State(State.Limits(connections: connections, waiters: waiters, leaseDeadline: .seconds(2)))
    }

    func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    /// Effects as words, instants in milliseconds since the start.
    func words(_ effects: [State.Effect]) -> [String] {
        effects.map { effect in
            switch effect {
            case .resume(let waiter, let connection): "resume \(waiter) \(connection)"
            case .fail(let waiter, let failure): "fail \(waiter) \(failure)"
            case .connect: "connect"
            case .retry(let instant): "retry \(milliseconds(instant))"
            case .wake(let instant): "wake \(milliseconds(instant))"
            case .close(let connection): "close \(connection)"
            case .drained: "drained"
            }
        }
    }

    func milliseconds(_ instant: ContinuousClock.Instant) -> Int { Int(start.duration(to: instant) / .milliseconds(1)) }

    @Test func opensConnectionsAsTheyAreWantedAndKeepsThem() {
        var pool = state()
        #expect(pool.take() == nil)
        #expect(words(pool.wait("a", id: 1, now: at(0))) == ["connect", "wake 2000"])
        #expect(words(pool.wait("b", id: 2, now: at(1))) == ["connect"])
        #expect(words(pool.wait("c", id: 3, now: at(2))) == [])  // two at most
        #expect(words(pool.connected(10, now: at(3))) == ["resume a 10"])
        #expect(words(pool.connected(11, now: at(4))) == ["resume b 11"])
        #expect(words(pool.release(10, usable: true, now: at(5))) == ["resume c 10"])
        #expect(words(pool.release(10, usable: true, now: at(6))) == [])
        #expect(words(pool.release(11, usable: true, now: at(7))) == [])
        #expect(pool.take() == 11)  // the one used last
        #expect(pool.counts.leases == 4)
        #expect(pool.size == 2)
    }

    @Test func waitersAreServedInOrder() {
        var pool = state(connections: 1, waiters: 9)
        _ = pool.wait("a", id: 1, now: at(0))
        _ = pool.connected(10, now: at(0))
        for (index, waiter) in ["b", "c", "d"].enumerated() { _ = pool.wait(waiter, id: UInt64(2 + index), now: at(0)) }
        #expect(words(pool.cancel(3)) == ["fail c cancelled"])
        #expect(words(pool.cancel(3)) == [])
        #expect(words(pool.release(10, usable: true, now: at(1))) == ["resume b 10"])
        #expect(words(pool.release(10, usable: true, now: at(1))) == ["resume d 10"])
    }

    @Test func tooManyWaitersAreRefusedAtOnce() {
        var pool = state(connections: 1, waiters: 1)
        _ = pool.wait("a", id: 1, now: at(0))
        _ = pool.connected(10, now: at(0))
        _ = pool.wait("b", id: 2, now: at(0))
        #expect(words(pool.wait("c", id: 3, now: at(0))) == ["fail c exhausted"])
        #expect(pool.counts.leaseTimeouts == 1)
    }

    @Test func theDeadlineNamesTheLoadWhenConnectionsAreBusy() {
        var pool = state(connections: 1)
        _ = pool.wait("a", id: 1, now: at(0))
        _ = pool.connected(10, now: at(0))
        #expect(words(pool.wait("b", id: 2, now: at(500))) == [])  // the first deadline is still the one to wake for
        #expect(words(pool.expire(now: at(2000))) == ["wake 2500"])
        #expect(words(pool.expire(now: at(2500))) == ["fail b exhausted"])
        #expect(words(pool.wait("c", id: 3, now: at(2600))) == ["wake 4600"])
    }

    @Test func theDeadlineNamesTheServerWhenItIsAway() {
        var pool = state(connections: 1)
        _ = pool.wait("a", id: 1, now: at(0))
        #expect(words(pool.connectFailed(now: at(10), chance: 1)) == ["retry 60"])
        #expect(words(pool.retryDue(now: at(60))) == ["connect"])
        #expect(words(pool.connectFailed(now: at(70), chance: 1)) == ["retry 170"])  // twice the wait
        #expect(words(pool.expire(now: at(2000))) == ["fail a unavailable"])
        // A hung attempt, without an answer so far, is the server's doing too.
        var hung = state(connections: 1)
        _ = hung.wait("a", id: 1, now: at(0))
        #expect(words(hung.expire(now: at(2000))) == ["fail a unavailable"])
    }

    @Test func onlyOneAttemptAtATimeWhileTheServerIsAway() {
        var pool = state(connections: 4, waiters: 9)
        _ = pool.wait("a", id: 1, now: at(0))
        _ = pool.connectFailed(now: at(0), chance: 0)
        for id in 2...4 { #expect(words(pool.wait("w\(id)", id: UInt64(id), now: at(1))) == []) }
        #expect(words(pool.retryDue(now: at(25))) == ["connect"])
        // Back: one for the first, and the rest at once.
        #expect(words(pool.connected(10, now: at(30))) == ["resume a 10", "connect", "connect", "connect"])
    }

    @Test func nobodyIsWaitedForSoNobodyConnects() {
        var pool = state()
        _ = pool.wait("a", id: 1, now: at(0))
        _ = pool.expire(now: at(2000))
        #expect(words(pool.connectFailed(now: at(2100), chance: 0)) == [])
        // The backoff still holds for the next one.
        #expect(words(pool.wait("b", id: 2, now: at(2101))) == ["retry 2125", "wake 4101"])
    }

    @Test(arguments: [(1, 50), (2, 100), (3, 200), (6, 1600), (7, 2000), (50, 2000)])
    func theWaitGrowsToALimit(failures: Int, wait: Int) {
        var pool = state(connections: 1)
        _ = pool.wait("a", id: 1, now: at(0))
        var last: [String] = []
        for _ in 1...failures {
            last = words(pool.connectFailed(now: at(0), chance: 1))
            _ = pool.retryDue(now: at(1_000_000))
        }
        #expect(last == ["retry \(wait)"])
    }

    @Test func brokenConnectionsAreReplaced() {
        var pool = state(connections: 1)
        _ = pool.wait("a", id: 1, now: at(0))
        _ = pool.connected(10, now: at(0))
        _ = pool.wait("b", id: 2, now: at(0))
        #expect(words(pool.lost(10)) == [])  // leased: its release tells
        #expect(words(pool.release(10, usable: false, now: at(1))) == ["close 10", "connect"])
        #expect(words(pool.connected(11, now: at(2))) == ["resume b 11"])
        #expect(pool.counts.reconnects == 1)
        _ = pool.release(11, usable: true, now: at(3))
        #expect(words(pool.lost(11)) == ["close 11"])
        #expect(pool.take() == nil)
        #expect(pool.size == 0)
    }

    @Test func closesWhenTheLastLeaseIsBack() {
        var pool = state()
        _ = pool.wait("a", id: 1, now: at(0))
        _ = pool.wait("b", id: 2, now: at(0))
        _ = pool.connected(10, now: at(0))
        _ = pool.connected(11, now: at(0))
        _ = pool.release(11, usable: true, now: at(0))
        let leased = pool.take()
        #expect(leased == 11)
        _ = pool.release(11, usable: true, now: at(0))
        _ = pool.wait("c", id: 3, now: at(0))
        _ = pool.wait("d", id: 4, now: at(0))
        #expect(words(pool.close()) == ["fail d closed"])
        #expect(words(pool.close()) == [])
        #expect(words(pool.wait("e", id: 5, now: at(0))) == ["fail e closed"])
        #expect(words(pool.release(10, usable: true, now: at(0))) == ["close 10"])
        #expect(words(pool.release(11, usable: true, now: at(0))) == ["close 11", "drained"])
    }

    @Test func anAttemptThatEndsAfterCloseIsClosed() {
        var pool = state()
        _ = pool.wait("a", id: 1, now: at(0))
        #expect(words(pool.close()) == ["fail a closed"])
        #expect(words(pool.connected(10, now: at(1))) == ["close 10", "drained"])
    }
}
