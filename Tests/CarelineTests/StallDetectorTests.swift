import Testing

@testable import Careline

@Suite struct StallDetectorTests {
    private static let policy = StallDetector.Policy(every: .seconds(5), patience: .seconds(30))

    /// Looks every five seconds at two threads: one that waits now and then, and one that is as the closures say, by the number of the look.
    private func stall(
        looks: Int = 12, processor: (Int) -> Duration, waits: (Int) -> Int = { _ in 7 }, log: (Int) -> Int = { _ in 100 }, answers: (Int) -> Bool = { _ in true }
    ) -> (StallDetector.Stall, look: Int)? {
        var detector = StallDetector(Self.policy)
        for look in 0..<looks {
            let threads = [1: ThreadUse(processor: .milliseconds(look * 20), waits: look * 25), 2: ThreadUse(processor: processor(look), waits: waits(look))]
            let seen = StallDetector.Look(threads: threads, logSize: log(look), answers: answers(look))
            if let stall = detector.take(seen, at: .seconds(look * 5)) { return (stall, look) }
        }
        return nil
    }

    @Test func aThreadThatNeverWaitsAndSaysNothingSpins() throws {
        let found = try #require(stall { .seconds($0 * 5) })
        #expect(found.0 == .spins(processor: .seconds(30), within: .seconds(30)))
        #expect(found.look == 6)
    }

    @Test func alsoWhenItGetsAQuarterOfTheProcessor() {
        #expect(stall { .milliseconds($0 * 1250) } != nil)
    }

    @Test func notOneThatWaitsOnceInAWhile() {
        #expect(stall(processor: { .seconds($0 * 5) }, waits: { $0 / 4 }) == nil)
    }

    @Test func notOneThatSleeps() {
        #expect(stall { _ in .seconds(3) } == nil)
    }

    @Test func notOneThatIsBusyWithRequests() {
        // A thousand lines of 200 bytes a second.
        #expect(stall(processor: { .seconds($0 * 5) }, log: { $0 * 1_000_000 }) == nil)
    }

    @Test func anotherProcesssThreadsBeginAnew() {
        var detector = StallDetector(Self.policy)
        for look in 0..<12 {
            let seen = StallDetector.Look(threads: [look: ThreadUse(processor: .seconds(look * 5), waits: 0)], logSize: 0, answers: true)
            #expect(detector.take(seen, at: .seconds(look * 5)) == nil)
        }
    }

    @Test func whoAnswersNobodyIsSilent() throws {
        let found = try #require(stall(processor: { _ in .zero }, answers: { $0 < 2 }))
        #expect(found.0 == .isSilent(since: .seconds(30)))
        #expect(found.look == 8)
    }

    @Test func oneAnswerBetweenIsEnough() {
        #expect(stall(processor: { _ in .zero }, answers: { $0 % 5 == 0 }) == nil)
    }
}
