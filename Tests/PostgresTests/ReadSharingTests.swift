import Testing

@testable import Postgres

/// Which reads go together, step by step, without a server.
@Suite struct ReadSharingTests {
    typealias Sharing = ReadSharing<String, Int>

    let start = ContinuousClock.now

    func sharing(together: Int = 3, groups: Int = 1, gathered: Int = 9) -> Sharing {
        Sharing(Sharing.Limits(together: together, groups: groups, patience: .milliseconds(5), gathered: gathered, leaseDeadline: .seconds(2)))
    }

    func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    /// Effects as words, instants in milliseconds since the start.
    func words(_ effects: [Sharing.Effect]) -> [String] {
        effects.map { effect in
            switch effect {
            case .lease: "lease"
            case .patrol(let instant): "patrol \(Int(start.duration(to: instant) / .milliseconds(1)))"
            case .refuse(let reader): "refuse \(reader)"
            case .drop(let reader): "drop \(reader)"
            case .stop(let connection, let ticket): "stop \(connection) \(ticket)"
            }
        }
    }

    /// With these under way on connection 10, ticket 1, as one group.
    func underWay(_ readers: [String], _ sharing: Sharing? = nil) -> Sharing {
        var sharing = sharing ?? self.sharing()
        for (index, reader) in readers.enumerated() { _ = sharing.add(reader, id: UInt64(index + 1), now: at(0)) }
        #expect(sharing.granted(10, ticket: 1, now: at(0)).readers == readers)
        return sharing
    }

    @Test func whoComesAloneGoesAlone() {
        var sharing = sharing(groups: 2)
        #expect(words(sharing.add("a", id: 1, now: at(0))) == ["lease"])
        #expect(sharing.granted(10, ticket: 1, now: at(0)).readers == ["a"])
        #expect(words(sharing.add("b", id: 2, now: at(0))) == ["lease"])
        #expect(sharing.granted(11, ticket: 2, now: at(0)).readers == ["b"])
        for ticket in 1...2 {
            let step = sharing.ended(UInt64(ticket), answered: 1, refused: false, now: at(1))
            #expect(step.readers == [ticket == 1 ? "a" : "b"])
            #expect(words(step.effects) == [])
        }
        #expect(sharing.counts == Sharing.Counts(reads: 2, groups: 2))
        #expect(sharing.underWay == 0)
    }

    @Test func whoComesMeanwhileGoesTogether() {
        var sharing = underWay(["a"])
        #expect(words(sharing.add("b", id: 2, now: at(1))) == ["patrol 6"])
        #expect(words(sharing.add("c", id: 3, now: at(1))) == [])
        let step = sharing.ended(1, answered: 1, refused: false, now: at(2))
        #expect(step.readers == ["a"])
        #expect(words(step.effects) == ["lease"])
        #expect(sharing.granted(10, ticket: 2, now: at(2)).readers == ["b", "c"])
        #expect(sharing.counts == Sharing.Counts(reads: 3, groups: 2))
    }

    @Test func aConnectionThatIsAskedForTakesWhoComesMeanwhile() {
        var sharing = sharing()
        #expect(words(sharing.add("a", id: 1, now: at(0))) == ["lease"])
        #expect(words(sharing.add("b", id: 2, now: at(0))) == [])
        #expect(words(sharing.add("c", id: 3, now: at(0))) == [])
        #expect(words(sharing.add("d", id: 4, now: at(0))) == [])
        let step = sharing.granted(10, ticket: 1, now: at(0))
        #expect(step.readers == ["a", "b", "c"])
        #expect(words(step.effects) == ["patrol 5"])
        #expect(sharing.gathered == 1)
    }

    @Test func aFullGroupWaitsForNobody() {
        var sharing = underWay(["a"])
        #expect(words(sharing.add("b", id: 2, now: at(0))) == ["patrol 5"])
        #expect(words(sharing.add("c", id: 3, now: at(0))) == [])
        #expect(words(sharing.add("d", id: 4, now: at(0))) == ["lease"])
        #expect(words(sharing.add("e", id: 5, now: at(0))) == [])
        #expect(sharing.granted(11, ticket: 2, now: at(0)).readers == ["b", "c", "d"])
        #expect(sharing.gathered == 1)
    }

    @Test func nobodyWaitsBehindASlowGroup() {
        var sharing = underWay(["slow"])
        #expect(words(sharing.add("b", id: 2, now: at(3))) == ["patrol 8"])
        #expect(words(sharing.patrol(now: at(8))) == ["lease"])
        #expect(sharing.granted(11, ticket: 2, now: at(8)).readers == ["b"])
        // And who comes later does not even wait for that.
        _ = sharing.ended(2, answered: 1, refused: false, now: at(9))
        #expect(words(sharing.add("c", id: 3, now: at(10))) == ["lease"])
        #expect(sharing.granted(11, ticket: 3, now: at(10)).readers == ["c"])
        #expect(words(sharing.add("d", id: 4, now: at(10))) == ["patrol 15"])
        #expect(sharing.ended(1, answered: 1, refused: false, now: at(11)).readers == ["slow"])
    }

    @Test func patrolsEndWithTheWork() {
        var sharing = underWay(["a"])
        _ = sharing.add("b", id: 2, now: at(0))
        _ = sharing.ended(1, answered: 1, refused: false, now: at(1))
        _ = sharing.granted(10, ticket: 2, now: at(4))
        #expect(words(sharing.patrol(now: at(5))) == ["patrol 10"])
        _ = sharing.ended(2, answered: 1, refused: false, now: at(6))
        #expect(words(sharing.patrol(now: at(10))) == [])
    }

    @Test(arguments: [(0, ["a"], ["b", "c", "d"]), (1, ["a", "b"], ["c", "d"]), (2, ["a", "b", "c"], ["d"])])
    func behindTheOneThatIsRefusedTheyGoAgain(answered: Int, concerned: [String], left: [String]) {
        var sharing = underWay(["a", "b", "c"])
        _ = sharing.add("d", id: 4, now: at(1))
        let step = sharing.ended(1, answered: answered, refused: true, now: at(2))
        #expect(step.readers == concerned)
        #expect(words(step.effects) == ["lease"])
        #expect(sharing.granted(10, ticket: 2, now: at(2)).readers == left)
    }

    @Test(arguments: [0, 1, 2, 3]) func withTheConnectionAllAreLost(answered: Int) {
        var sharing = underWay(["a", "b", "c"])
        #expect(sharing.ended(1, answered: answered, refused: false, now: at(2)).readers == ["a", "b", "c"])
        #expect(sharing.gathered == 0)
    }

    @Test func aGroupEndsOnce() {
        var sharing = underWay(["a"])
        _ = sharing.ended(1, answered: 1, refused: false, now: at(1))
        #expect(sharing.ended(1, answered: 1, refused: false, now: at(1)).readers == [])
    }

    @Test func whoIsCancelledWhileGatheredIsNotSent() {
        var sharing = underWay(["a"])
        _ = sharing.add("b", id: 2, now: at(0))
        #expect(words(sharing.cancel(2)) == ["drop b"])
        #expect(words(sharing.cancel(2)) == [])
        #expect(words(sharing.ended(1, answered: 1, refused: false, now: at(1)).effects) == [])
    }

    @Test func theServerIsStoppedWhenNobodyIsLeft() {
        var sharing = underWay(["a", "b", "c"])
        #expect(words(sharing.cancel(2)) == ["drop b"])
        #expect(words(sharing.cancel(1)) == ["drop a"])
        #expect(words(sharing.cancel(1)) == [])
        #expect(words(sharing.cancel(3)) == ["drop c", "stop 10 1"])
        #expect(sharing.ended(1, answered: 0, refused: false, now: at(1)).readers == [nil, nil, nil])
    }

    /// Refused is the statement of one who was cancelled: those behind it go again all the same.
    @Test func whoIsCancelledUnderWayIsNotSentAgain() {
        var sharing = underWay(["a", "b", "c"])
        _ = sharing.cancel(1)
        _ = sharing.cancel(2)
        let step = sharing.ended(1, answered: 0, refused: true, now: at(1))
        #expect(step.readers == [nil])
        #expect(words(step.effects) == ["lease"])
        #expect(sharing.granted(10, ticket: 2, now: at(1)).readers == ["c"])
    }

    @Test func aConnectionThatComesTooLateIsNotNeeded() {
        var sharing = sharing()
        _ = sharing.add("a", id: 1, now: at(0))
        _ = sharing.cancel(1)
        #expect(sharing.granted(10, ticket: 1, now: at(0)).readers == [])
        #expect(sharing.underWay == 0)
        #expect(sharing.asked == 0)
    }

    @Test func theDeadlineIsEachOnesOwn() {
        var sharing = sharing()
        _ = sharing.add("a", id: 1, now: at(0))
        _ = sharing.add("b", id: 2, now: at(100))
        let step = sharing.refused(all: false, now: at(2000))
        #expect(step.readers == ["a"])
        #expect(words(step.effects) == ["lease"])
        #expect(sharing.refused(all: false, now: at(4000)).readers == ["b"])
        #expect(sharing.asked == 0)
    }

    @Test func aClosedPoolRefusesAll() {
        var sharing = sharing()
        _ = sharing.add("a", id: 1, now: at(0))
        _ = sharing.add("b", id: 2, now: at(100))
        let step = sharing.refused(all: true, now: at(200))
        #expect(step.readers == ["a", "b"])
        #expect(words(step.effects) == [])
        #expect(sharing.gathered == 0)
    }

    @Test func tooManyAreRefusedAtOnce() {
        var sharing = underWay(["a"], sharing(together: 9, gathered: 2))
        _ = sharing.add("b", id: 2, now: at(0))
        _ = sharing.add("c", id: 3, now: at(0))
        #expect(words(sharing.add("d", id: 4, now: at(0))) == ["refuse d"])
        #expect(sharing.counts.refusals == 1)
    }
}
