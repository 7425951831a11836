import CareModels
import Foundation
import HTTP
import Synchronization

/// What one open stream has been told and has not yet done.
final class StreamSession: Sendable {
    private struct State {
        var target = 0
        var typing: [FeedTyping] = []
        var isEnded = false
        var sessionId: SessionID?
        var expiresAt: Date
        var key: PublishedKey?
        var resumeBy: Date?
        /// A stream that may not be silent says something by then.
        var speakBy: Date?

        /// Of the token that it goes on with.
        var isKeyWithdrawn: Bool { key?.isWithdrawn ?? false }

        /// Why it ends now, if it does.
        func end(at instant: Date) -> WebSocketClose? {
            if isEnded { return .sessionEnded }
            if isKeyWithdrawn { return WebSocketClose(code: 4401, reason: "the access token is no longer good; connect with a fresh one") }
            if expiresAt <= instant { return WebSocketClose(code: 4401, reason: "the access token has expired; connect with a fresh one") }
            if let resumeBy, resumeBy <= instant { return .policy("resume was not sent in time") }
            return nil
        }
    }

    /// What a stream has to do when it is nudged.
    struct Work: Sendable {
        var target: Int
        var typing: [FeedTyping]
        var end: WebSocketClose?
    }

    /// What a stream goes over, as a metric's label says it.
    enum Transport: String, Sendable {
        case webSocket = "websocket"
        case events
    }

    let userId: UserID
    let language: Language
    let transport: Transport
    private let heartbeat: TimeInterval?
    private let nudge: @Sendable () -> Void
    private let now: @Sendable () -> Date
    private let state: Mutex<State>

    /// Typing that waits for a slow reader; older ones are let go.
    private static let mostTyping = 16

    /// `patience`: for the client to say where it resumes, where it has to; `heartbeat`: the longest that it may be silent, where that matters.
    init(
        _ owner: StreamOwner, over transport: Transport, resumeWithin patience: TimeInterval? = nil, heartbeat: TimeInterval? = nil,
        now: @escaping @Sendable () -> Date, nudge: @escaping @Sendable () -> Void
    ) {
        userId = owner.userId
        language = owner.language
        self.transport = transport
        self.heartbeat = heartbeat
        self.nudge = nudge
        self.now = now
        let instant = now()
        state = Mutex(
            State(
                sessionId: owner.sessionId, expiresAt: owner.expiresAt, key: owner.key, resumeBy: patience.map(instant.addingTimeInterval),
                speakBy: heartbeat.map(instant.addingTimeInterval)))
    }

    /// Of the token that it goes on with: it ends with this session.
    var sessionId: SessionID? { state.withLock(\.sessionId) }

    func hear(sequence: Int) {
        let isNews = state.withLock { state in
            guard sequence > state.target else { return false }
            state.target = sequence
            return true
        }
        if isNews { nudge() }
    }

    func hear(_ typing: FeedTyping) {
        state.withLock { state in
            if state.typing.count == Self.mostTyping { state.typing.removeFirst() }
            state.typing.append(typing)
        }
        nudge()
    }

    func end() {
        state.withLock { $0.isEnded = true }
        nudge()
    }

    func tick() {
        let instant = now()
        let isDue = state.withLock { state in
            state.expiresAt <= instant || state.isKeyWithdrawn || (state.resumeBy ?? .distantFuture) <= instant || (state.speakBy ?? .distantFuture) <= instant
        }
        if isDue { nudge() }
    }

    /// Something was said just now.
    func spoke() {
        guard let heartbeat else { return }
        let next = now().addingTimeInterval(heartbeat)
        state.withLock { $0.speakBy = next }
    }

    /// It has said nothing for as long as it may.
    var isSilent: Bool {
        let instant = now()
        return state.withLock { ($0.speakBy ?? .distantFuture) <= instant }
    }

    func resumed() { state.withLock { $0.resumeBy = nil } }

    /// Goes on with another token of the same user: until that one expires, and as long as its session lasts.
    func goOn(with identity: Identity) {
        state.withLock { state in
            state.sessionId = identity.sessionID
            state.expiresAt = identity.expiresAt
            state.key = identity.key
        }
    }

    func takeWork() -> Work {
        let instant = now()
        return state.withLock { state in
            defer { state.typing = [] }
            return Work(target: state.target, typing: state.typing, end: state.end(at: instant))
        }
    }

    /// Nothing more is said on it but why: whoever is far behind, and reads slowly, goes on no longer than who has all.
    var isOver: Bool {
        let instant = now()
        return state.withLock { $0.end(at: instant) != nil }
    }
}

extension WebSocketClose {
    static let sessionEnded = WebSocketClose(code: 4401, reason: "the session has ended; sign in again")
}
