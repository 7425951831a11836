import CareModels
import Foundation
import Synchronization
import Telemetry

/// The open streams of this replica, by user: who hears that a feed grew, that someone types, or that a session ended.
///
/// It only nudges; each stream reads its entries from the database itself, at its reader's pace, so that nothing is queued here.
final class FeedHub: Sendable {
    /// Streams of one user in one replica.
    static let mostPerUser = 20

    private let streams = Mutex<[UserID: [ObjectIdentifier: StreamSession]]>([:])

    /// False when the user has too many.
    func add(_ session: StreamSession) -> Bool {
        let isIn = streams.withLock { streams in
            guard streams[session.userId, default: [:]].count < Self.mostPerUser else { return false }
            streams[session.userId, default: [:]][ObjectIdentifier(session)] = session
            return true
        }
        if isIn { MessagingMetrics.streamsOpened(session.transport.rawValue).add() }
        return isIn
    }

    func remove(_ session: StreamSession) {
        let removed = streams.withLock { streams in
            let removed = streams[session.userId]?.removeValue(forKey: ObjectIdentifier(session))
            if streams[session.userId]?.isEmpty == true { streams[session.userId] = nil }
            return removed
        }
        if removed != nil { MessagingMetrics.streamsClosed(session.transport.rawValue).add() }
    }

    var count: Int { streams.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    var users: [UserID] { streams.withLock { Array($0.keys) } }

    /// Whether anybody here hears of this user's feed.
    func serves(_ user: UserID) -> Bool { !sessions(of: user).isEmpty }

    /// The user's feed reaches up to this sequence at least.
    func wake(_ user: UserID, sequence: Int) {
        for session in sessions(of: user) { session.hear(sequence: sequence) }
    }

    /// What a commit of this replica brought.
    func hear(_ news: StreamNews) {
        for (user, sequence) in news.reach { wake(user, sequence: sequence) }
        if let erased = news.erased { endAll(of: erased) }
    }

    func hear(_ typing: FeedTyping) {
        for user in typing.recipientIds {
            for session in sessions(of: user) { session.hear(typing) }
        }
    }

    /// The session was revoked: its streams end.
    func end(session: SessionID, of user: UserID) {
        for stream in sessions(of: user) where stream.sessionId == session { stream.end() }
    }

    private func endAll(of user: UserID) {
        for stream in sessions(of: user) { stream.end() }
    }

    /// Lets each stream look at its own deadlines.
    func tick() {
        for session in streams.withLock({ $0.values.flatMap(\.values) }) { session.tick() }
    }

    private func sessions(of user: UserID) -> [StreamSession] {
        streams.withLock { Array($0[user, default: [:]].values) }
    }
}
