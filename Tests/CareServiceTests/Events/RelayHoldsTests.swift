import CareModels
import Foundation
import Kafka
import Testing

@testable import Outbox

@Suite struct RelayHoldsTests {
    private let backoff = Backoff(first: .seconds(1), most: .seconds(8))
    private let start = ContinuousClock().now

    private func key(_ topic: String = "users") -> RelayHolds.Key { RelayHolds.Key(topic: topic, subject: UUID()) }

    @Test func aKeyIsHeldUntilItsTimeAndLongerAfterEachFailure() throws {
        var holds = RelayHolds(backoff: backoff)
        let (held, other) = (key(), key())
        holds.hold(held, .key, now: start)
        #expect(holds.holds(held))
        #expect(!holds.holds(other))
        let first = try #require(holds.nextRelease)
        #expect(first > start && first <= start + .seconds(1))

        holds.release(now: start + .milliseconds(1))
        #expect(holds.holds(held))
        holds.release(now: first)
        #expect(!holds.holds(held))

        holds.hold(held, .key, now: first)
        let second = try #require(holds.nextRelease)
        #expect(second > first + .milliseconds(1400))
        holds.release(now: second)
        holds.succeeded([held])
        holds.hold(held, .key, now: start)
        let third = try #require(holds.nextRelease)
        #expect(third <= start + .seconds(1))
    }

    @Test func aBatchOfFailuresOfOneKeyIsOneFailure() throws {
        var holds = RelayHolds(backoff: backoff)
        let held = key()
        for _ in 0..<5 { holds.hold(held, .key, now: start) }
        let release = try #require(holds.nextRelease)
        #expect(release <= start + .seconds(1))
    }

    @Test func aTopicHoldsAllItsKeys() {
        var holds = RelayHolds(backoff: backoff)
        holds.hold(key("users"), .topic, now: start)
        #expect(holds.holds(key("users")))
        #expect(!holds.holds(key("sessions")))
        #expect(holds.activeTopics == ["users"])
    }

    @Test func tooManyKeysBecomeTheirTopic() {
        var holds = RelayHolds(backoff: backoff)
        for _ in 0...RelayHolds.mostKeys { holds.hold(key("users"), .key, now: start) }
        holds.hold(key("sessions"), .key, now: start)
        #expect(holds.activeTopics == ["users"])
        #expect(holds.activeKeys.map(\.topic) == ["sessions"])
    }

    /// An event that nobody can send may be withdrawn: the count of held keys comes down by it.
    @Test func whatIsOnTrialAndNoLongerThereIsHeldNoMore() {
        var holds = RelayHolds(backoff: backoff)
        let later = start + .seconds(10)
        let (gone, behindItsTopic, waiting) = (key("users"), key("sessions"), key("users"))
        holds.hold(gone, .key, now: start)
        holds.hold(behindItsTopic, .key, now: start)
        holds.hold(key("labels"), .topic, now: start)
        holds.hold(gone, .everything, now: start)
        holds.release(now: later)
        holds.hold(key("sessions"), .topic, now: later)
        holds.hold(waiting, .key, now: later)
        #expect(holds.keyCount == 3)
        holds.foundNothing()
        #expect(holds.keyCount == 2)
        #expect(holds.holds(waiting) && holds.holds(behindItsTopic) && !holds.holds(gone))
        #expect(holds.activeTopics == ["sessions"])
        holds.release(now: later + .seconds(20))
        holds.foundNothing()
        #expect(holds.keyCount == 0 && holds.nextRelease == nil)
    }

    @Test func everythingIsHeldByTheBrokersAbsence() {
        var holds = RelayHolds(backoff: backoff)
        holds.hold(key(), .everything, now: start)
        #expect(holds.holdsEverything)
        #expect(holds.holds(key()))
        holds.release(now: start + .seconds(2))
        #expect(!holds.holdsEverything)
    }

    @Test(arguments: [
        (10, RelayHolds.Scope.key), (87, .key), (29, .topic), (3, .topic), (-188, .topic), (-192, .everything), (-195, .everything), (7, .everything)
    ])
    func aFailureReachesAsFarAsItsCause(code: Int, scope: RelayHolds.Scope) {
        let error = KafkaError(code: Int32(code), name: "test", isRetriable: false, isFatal: false)
        #expect(RelayHolds.Scope(error) == scope)
    }
}
