import CareModels
import Foundation
import ServiceTestKit
import Synchronization
import Testing

@testable import CareService
@testable import Outbox

/// What every service makes of `care.sessions.v1`, in whatever order it comes: the one consumer that all of them have.
@Suite struct RevokedSessionsTests {
    private static let lifetime = Duration.seconds(300)

    private struct Heard: Equatable, Sendable {
        /// By the number of the session.
        var revoked: [Bool]
        var isKept: [Bool]
        var told: Set<SessionID>
    }

    /// Of two sessions, each ended twice: long ago, when all tokens of then are over by now, and while there may be some.
    private static func events(_ sessions: [SessionID], _ user: UserID, now: Date) -> [SessionRevoked] {
        [(0, 1, -1000), (0, 2, -10), (1, 1, -1000), (1, 2, -200)].map { session, version, seconds in
            SessionRevoked(sessionId: sessions[session], userId: user, version: version, reason: .logout, revokedAt: now + TimeInterval(seconds))
        }
    }

    @Test func nothingDependsOnTheOrder() async throws {
        let (sessions, user) = ([SessionID(.v7()), SessionID(.v7())], UserID(.v7()))
        let now = Date()
        let events = try Self.events(sessions, user, now: now).map { try ReceivedEvent($0) }
        for selection in Arrangements.selections(of: events.count) {
            let expected = try await Self.hear(selection.map { events[$0] }, sessions, now: now)
            #expect(expected.revoked == [selection.contains(0) || selection.contains(1), selection.contains(2) || selection.contains(3)])
            // Of whom the tokens are over nothing need be known; who ended now is refused, whatever came afterwards.
            #expect(expected.isKept == [selection.contains(1), selection.contains(3)])
            #expect(expected.told == Set(selection.map { sessions[$0 / 2] }))
            for order in Arrangements.orders(of: selection) where order != selection {
                let heard = try await Self.hear(order.map { events[$0] }, sessions, now: now)
                #expect(heard == expected, "\(order)")
            }
        }
    }

    /// Each twice in a row, and in the end all of them once more, backwards, as a new replica looks back at them.
    private static func hear(_ events: [ReceivedEvent], _ sessions: [SessionID], now: Date) async throws -> Heard {
        let verifier = Issuer().verifier()
        let told = Told()
        let consumer = Consumer.revokedSessions(verifier, tokenLifetime: lifetime) { session, _ in told.add(session) }
        guard case .broadcast(let lookback, let handle) = consumer.delivery else { throw Failure() }
        #expect(lookback == lifetime)
        for event in events.flatMap({ [$0, $0] }) + events.reversed() { await handle(event) }
        let revoked = sessions.map(verifier.isRevoked)
        // So many others that what is over is forgotten.
        for _ in 0..<1100 { verifier.revoke(session: SessionID(.v7()), until: now + 3600) }
        return Heard(revoked: revoked, isKept: sessions.map(verifier.isRevoked), told: told.sessions)
    }

    private struct Failure: Error {}

    private final class Told: Sendable {
        private let all = Mutex<Set<SessionID>>([])
        var sessions: Set<SessionID> { all.withLock(\.self) }
        func add(_ session: SessionID) { all.withLock { _ = $0.insert(session) } }
    }
}
