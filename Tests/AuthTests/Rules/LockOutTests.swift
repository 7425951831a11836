import Foundation
import Testing

@testable import AuthService

@Suite struct LockOutTests {
    static let policy = LockOut.Policy(free: 3, first: 1, most: 10, forgetAfter: 100)
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Failures before, then the delay that one more costs.
    @Test(arguments: [(0, nil), (1, nil), (2, nil), (3, 1), (4, 2), (5, 4), (6, 8), (7, 10), (8, 10), (500, 10)] as [(Int, Int?)])
    func delaysGrow(_ before: Int, _ seconds: Int?) {
        let state = before == 0 ? nil : LockOut.State(failures: before, lastFailedAt: Self.now - 1, blockedUntil: nil)
        let after = LockOut.failed(state, policy: Self.policy, now: Self.now)
        #expect(after.failures == before + 1)
        #expect(LockOut.wait(after, now: Self.now) == seconds)
    }

    @Test func waitIsRoundedUpAndEnds() {
        let state = LockOut.State(failures: 9, lastFailedAt: Self.now, blockedUntil: Self.now + 1.2)
        #expect(LockOut.wait(state, now: Self.now) == 2)
        #expect(LockOut.wait(state, now: Self.now + 1.2) == nil)
        #expect(LockOut.wait(nil, now: Self.now) == nil)
    }

    @Test func forgets() {
        let state = LockOut.State(failures: 50, lastFailedAt: Self.now - 100, blockedUntil: nil)
        #expect(LockOut.failed(state, policy: Self.policy, now: Self.now).failures == 1)
        let recent = LockOut.State(failures: 50, lastFailedAt: Self.now - 99, blockedUntil: nil)
        #expect(LockOut.failed(recent, policy: Self.policy, now: Self.now).failures == 51)
    }
}
