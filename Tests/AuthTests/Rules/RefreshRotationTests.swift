import Foundation
import Sealing
import Testing

@testable import AuthService

@Suite struct RefreshRotationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var shown: [UInt8]
        var client = "app"
        var secondsSinceRotation: TimeInterval
        var isRevoked = false
        var secondsToExpiry: TimeInterval = 1000
        /// Of the key that the family is bound to, and of the one that was shown.
        var keys: (String?, String?) = (nil, nil)
        /// The first generation that is bound to it.
        var boundFrom = 0
        /// It is a confidential client, which has proven itself.
        var isAuthenticated = false
        var expected: RefreshRotation.Decision
    }

    static let first: [UInt8] = [1], second: [UInt8] = [2], third: [UInt8] = [3]

    static let cases: [Case] = [
        Case(testDescription: "the newest is spent", shown: third, secondsSinceRotation: 60, expected: .rotate(to: 3)),
        Case(testDescription: "the newest within the grace", shown: third, secondsSinceRotation: 1, expected: .rotate(to: 3)),
        Case(testDescription: "its response was lost", shown: second, secondsSinceRotation: 9, expected: .repeatSuccessor(2)),
        Case(testDescription: "the last instant of the grace", shown: second, secondsSinceRotation: 10, expected: .repeatSuccessor(2)),
        Case(testDescription: "a replica's clock is behind", shown: second, secondsSinceRotation: -2, expected: .repeatSuccessor(2)),
        Case(testDescription: "after the grace", shown: second, secondsSinceRotation: 10.001, expected: .reuse),
        Case(testDescription: "older than the newest spent one", shown: first, secondsSinceRotation: 1, expected: .reuse),
        Case(testDescription: "never made", shown: [9], secondsSinceRotation: 1, expected: .reuse),
        Case(testDescription: "another client shows it", shown: third, client: "other", secondsSinceRotation: 1, expected: .refuse(.anotherClient)),
        Case(testDescription: "another client shows a spent one", shown: first, client: "other", secondsSinceRotation: 1, expected: .refuse(.anotherClient)),
        Case(testDescription: "revoked", shown: third, secondsSinceRotation: 1, isRevoked: true, expected: .refuse(.revoked)),
        Case(testDescription: "revoked, spent", shown: second, secondsSinceRotation: 1, isRevoked: true, expected: .refuse(.revoked)),
        Case(testDescription: "absolute end", shown: third, secondsSinceRotation: 1, secondsToExpiry: 0, expected: .refuse(.expired)),
        Case(testDescription: "idle too long", shown: third, secondsSinceRotation: 500, expected: .refuse(.idle)),
        Case(testDescription: "with its key", shown: third, secondsSinceRotation: 1, keys: ("k", "k"), expected: .rotate(to: 3)),
        Case(testDescription: "with a key that it is not bound to", shown: third, secondsSinceRotation: 1, keys: (nil, "k"), expected: .rotate(to: 3)),
        Case(testDescription: "without its key", shown: third, secondsSinceRotation: 1, keys: ("k", nil), expected: .refuse(.anotherKey)),
        Case(testDescription: "spent, with another key", shown: first, secondsSinceRotation: 1, keys: ("k", "l"), expected: .refuse(.anotherKey)),
        Case(testDescription: "spent, with its key", shown: first, secondsSinceRotation: 1, keys: ("k", "k"), expected: .reuse),
        Case(
            testDescription: "its response was lost long ago, with its key", shown: second, secondsSinceRotation: 400, keys: ("k", "k"),
            expected: .repeatSuccessor(2)),
        Case(
            testDescription: "its response was lost long ago, by who has proven themselves", shown: second, secondsSinceRotation: 400, isAuthenticated: true,
            expected: .repeatSuccessor(2)),
        Case(
            testDescription: "lost long ago, with a key that it is not bound to", shown: second, secondsSinceRotation: 400, keys: (nil, "k"), expected: .reuse),
        Case(
            testDescription: "lost long ago, with another key", shown: second, secondsSinceRotation: 400, keys: ("k", "l"), expected: .refuse(.anotherKey)),
        Case(testDescription: "lost long ago, without its key", shown: second, secondsSinceRotation: 400, keys: ("k", nil), expected: .refuse(.anotherKey)),
        Case(
            testDescription: "its successor was used, by who has proven themselves", shown: first, secondsSinceRotation: 1, isAuthenticated: true, expected: .reuse),
        Case(
            testDescription: "lost, and idle too long since", shown: second, secondsSinceRotation: 500, keys: ("k", "k"), isAuthenticated: true,
            expected: .refuse(.idle)),
        Case(
            testDescription: "lost, and revoked since", shown: second, secondsSinceRotation: 400, isRevoked: true, keys: ("k", "k"), expected: .refuse(.revoked)),
        Case(
            testDescription: "another client, which has proven itself", shown: second, client: "other", secondsSinceRotation: 400, isAuthenticated: true,
            expected: .refuse(.anotherClient)),
        Case(
            testDescription: "what the bound one came of, with the key", shown: second, secondsSinceRotation: 400, keys: ("k", "k"), boundFrom: 2,
            expected: .repeatSuccessor(2)),
        Case(
            testDescription: "what the bound one came of, without: a thief has bound it, or shows it", shown: second, secondsSinceRotation: 1, keys: ("k", nil),
            boundFrom: 2, expected: .reuse),
        Case(testDescription: "of before it was bound, without the key", shown: first, secondsSinceRotation: 1, keys: ("k", nil), boundFrom: 1, expected: .reuse),
        Case(
            testDescription: "bound later, the last spent one without the key", shown: second, secondsSinceRotation: 1, keys: ("k", nil), boundFrom: 1,
            expected: .refuse(.anotherKey)),
        Case(
            testDescription: "bound later, the newest without the key", shown: third, secondsSinceRotation: 1, keys: ("k", nil), boundFrom: 2,
            expected: .refuse(.anotherKey)),
        Case(testDescription: "almost idle", shown: third, secondsSinceRotation: 499, expected: .rotate(to: 3))
    ]

    @Test(arguments: cases) func decides(_ row: Case) {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let family = RefreshRotation.Family(
            clientID: "app", generation: 2, currentHash: Self.third, previousHash: Self.second,
            rotatedAt: now.addingTimeInterval(-row.secondsSinceRotation), expiresAt: now.addingTimeInterval(row.secondsToExpiry),
            isRevoked: row.isRevoked, keyThumbprint: row.keys.0, boundFrom: row.boundFrom)
        let limits = RefreshRotation.Limits(idle: 500, grace: 10)
        let decision = RefreshRotation.decide(
            presentedHash: row.shown, clientID: row.client, key: row.keys.1, isAuthenticated: row.isAuthenticated, family: family, limits: limits, now: now)
        #expect(decision == row.expected)
    }

    @Test func theFirstHasNoPredecessor() {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let family = RefreshRotation.Family(
            clientID: "app", generation: 0, currentHash: [1], previousHash: nil, rotatedAt: now, expiresAt: now + 100, isRevoked: false)
        #expect(RefreshRotation.decide(presentedHash: [], clientID: "app", family: family, limits: .init(), now: now) == .reuse)
    }

    @Test func aSuccessorIsTheSameEachTimeAndDiffersOtherwise() throws {
        let key = SecretBytes([UInt8](repeating: 7, count: 32))
        let token = RefreshToken.first()
        let successor = token.successor(generation: 1, key: key)
        #expect(successor == token.successor(generation: 1, key: key))
        #expect(successor.handle == token.handle)
        #expect(successor != token.successor(generation: 2, key: key))
        #expect(successor != token.successor(generation: 1, key: SecretBytes([UInt8](repeating: 8, count: 32))))
        #expect(RefreshToken(successor.text) == successor)
        #expect(successor.text.utf8.count == 64)
    }

    @Test(arguments: ["", "abc", String(repeating: "A", count: 63), String(repeating: "!", count: 64), String(repeating: "A", count: 65)])
    func whatIsNoTokenIsRefused(_ text: String) { #expect(RefreshToken(text) == nil) }
}
