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

    /// Of an address that waits: failures of the name and their age, seconds since the last turn, and how long the name waits.
    @Test(
        arguments: [
            (0, 0, nil, nil), (2, 1, nil, nil), (3, 1, nil, 60), (9, 1, nil, 60), (9, 100, nil, nil), (0, 0, 2, nil), (0, 0, 1.5, 1), (0, 0, 0, 2), (2, 1, 0.5, 2),
            (3, 1, 5, 60)
        ] as [(Int, TimeInterval, TimeInterval?, Int?)])
    func namesHaveTheirTurns(_ failures: Int, _ age: TimeInterval, _ sinceTurn: TimeInterval?, _ seconds: Int?) {
        let name = failures == 0 ? nil : LockOut.State(failures: failures, lastFailedAt: Self.now - age, blockedUntil: nil)
        var address = LockOut.State(failures: 200, lastFailedAt: Self.now, blockedUntil: Self.now + 60)
        address.turnTakenAt = sinceTurn.map { Self.now - $0 }
        #expect(LockOut.waitForTurn(of: name, Self.policy, at: address, Self.policy, now: Self.now) == seconds)
        // Nobody waits for an address that does not.
        address.blockedUntil = nil
        #expect(LockOut.waitForTurn(of: name, Self.policy, at: address, Self.policy, now: Self.now) == nil)
    }

    @Test func aTurnIsKeptWithTheFailures() {
        var state = LockOut.State(failures: 9, lastFailedAt: Self.now, blockedUntil: nil)
        state.turnTakenAt = Self.now
        #expect(LockOut.failed(state, policy: Self.policy, now: Self.now + 1).turnTakenAt == Self.now)
    }
}
