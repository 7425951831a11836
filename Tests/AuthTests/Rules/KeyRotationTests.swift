import Foundation
import Testing

@testable import AuthService

@Suite struct KeyRotationTests {
    static let schedule = KeyRotation.Schedule(lifetime: 1000, lead: 100, overlap: 200)
    static let start = Date(timeIntervalSince1970: 1_800_000_000)
    static func key(_ name: String, _ from: TimeInterval) -> KeyRotation.Key { .init(kid: name, signsFrom: start + from) }

    /// Now, then when a new key should sign from (seconds since the start), if one is due.
    @Test(arguments: [(0, nil), (899, nil), (900, 1000), (950, 1050), (5000, 5100)] as [(TimeInterval, TimeInterval?)])
    func aNewKeyIsMadeBeforeItSigns(_ now: TimeInterval, _ from: TimeInterval?) {
        let due = KeyRotation.newKey([Self.key("a", 0)], schedule: Self.schedule, now: Self.start + now)
        #expect(due == from.map { Self.start + $0 })
    }

    @Test func theFirstSignsAtOnce() {
        #expect(KeyRotation.newKey([], schedule: Self.schedule, now: Self.start) == Self.start)
    }

    /// Now, then when a key wanted now should sign from, unless one waits.
    @Test(arguments: [(50, 150), (950, 1050), (999, nil), (1000, 1100)] as [(TimeInterval, TimeInterval?)])
    func oneThatIsWantedBeforeItIsDue(_ now: TimeInterval, _ from: TimeInterval?) {
        let keys = now < 990 ? [Self.key("a", 0)] : [Self.key("a", 0), Self.key("b", 1000)]
        #expect(KeyRotation.nextKey(keys, schedule: Self.schedule, now: Self.start + now) == from.map { Self.start + $0 })
    }

    @Test func aNextKeyIsEnough() {
        #expect(KeyRotation.newKey([Self.key("a", 0), Self.key("b", 1000)], schedule: Self.schedule, now: Self.start + 950) == nil)
    }

    @Test(arguments: [(0, "a"), (999, "a"), (1000, "b"), (1500, "b")] as [(TimeInterval, String)])
    func theNewestThatMaySigns(_ now: TimeInterval, _ kid: String) {
        let keys = [Self.key("b", 1000), Self.key("a", 0)]
        #expect(KeyRotation.signer(keys, now: Self.start + now)?.kid == kid)
    }

    @Test func noneSignsBeforeItsTime() {
        #expect(KeyRotation.signer([Self.key("b", 1000)], now: Self.start) == nil)
    }

    @Test(arguments: [(1000, []), (1199, []), (1200, ["a"]), (2200, ["a", "b"]), (9999, ["a", "b"])] as [(TimeInterval, [String])])
    func retiresAfterTheOverlapAndNeverTheNewest(_ now: TimeInterval, _ kids: [String]) {
        let keys = [Self.key("a", 0), Self.key("b", 1000), Self.key("c", 2000)]
        #expect(KeyRotation.retired(keys, schedule: Self.schedule, now: Self.start + now).map(\.kid) == kids)
    }
}
