import CareModels
import CareService
import Foundation
import HTTP
import JSON
import Telemetry

/// One stream over a WebSocket, from its hello to its end: hello → resume → entries, live.
struct StreamConversation: Sendable {
    let server: StreamServer
    let session: StreamSession
    let socket: WebSocket
    let tail: FeedTail

    static let heartbeat = 60

    func run() async -> WebSocketClose {
        do {
            return try await talk()
        } catch is WebSocket.Gone {
            return .normal
        } catch is CancellationError {
            return .goingAway
        } catch {
            return .interrupted(by: error)
        }
    }

    private func talk() async throws -> WebSocketClose {
        // The token or ticket was checked before this stream could be found: what was revoked in between ended nothing.
        if server.verifier.isRevoked(session) { return .sessionEnded }
        try await apart { try await greet() }
        var place: FeedPlace?
        while true {
            let event = await socket.next()
            let before = place
            switch try await apart({ try await take(event, at: before) }) {
            case .on(let after): place = after
            case .end(let close): return close
            }
        }
    }

    private func greet() async throws {
        let state = try await server.dependencies.pool.quickReads.feedState(of: session.userId)
        try await send(StreamFrameView.Hello(epoch: state.epoch.lowercaseText, sequence: state.sequence, heartbeatSeconds: Self.heartbeat))
    }

    private enum Step: Sendable {
        /// Entries up to this one were sent; nil before the resume.
        case on(FeedPlace?)
        case end(WebSocketClose)
    }

    private func take(_ event: WebSocket.Event, at before: FeedPlace?) async throws -> Step {
        var place = before
        switch event {
        case .closed:
            return .end(.normal)
        case .text(let text):
            switch try await hear(text, at: before) {
            case .on(let after): place = after
            case .end(let close): return .end(close)
            }
        case .nudged:
            break
        }
        let work = session.takeWork()
        if let close = work.end { return .end(close) }
        guard let from = place else { return .on(nil) }
        return .on(try await tail.tell(work, after: from))
    }

    /// Does what the client says.
    private func hear(_ text: String, at place: FeedPlace?) async throws -> Step {
        guard server.commands.take(session.userId.description) == nil else {
            return .end(.policy("too many messages; wait a little, then connect again and resume"))
        }
        let command: StreamCommand
        do {
            command = try CareJSON.decodeStrictly(StreamCommand.self, from: Array(text.utf8), limits: .body)
        } catch let unknown as UnknownMembers where unknown.alongside == nil {
            try await send(StreamFrameView.Refused(detail: unknown.faults.all.map { "\($0.field) \($0.message)" }.joined(separator: "; ")))
            return .on(place)
        } catch {
            return .end(.policy("a message is a JSON object with a type"))
        }
        switch command.type {
        case "resume" where place == nil:
            return .on(try await tail.resume(since: command.since, epoch: command.epoch))
        case "authorize":
            if let close = try await authorize(command.token ?? "") { return .end(close) }
        case "ping":
            try await send(StreamFrameView.Pong())
        default:
            try await send(StreamFrameView.Refused(detail: "known are resume (once), authorize and ping"))
        }
        return .on(place)
    }

    private func authorize(_ token: String) async throws -> WebSocketClose? {
        do {
            let identity = try await server.verifier.look(at: token, now: server.dependencies.tokenClock())
            // Whoever opened a stream of that session, or took its ticket, has shown the key.
            guard identity.keyThumbprint == nil || identity.sessionID == session.sessionId else { throw TokenRefusal.bound }
            guard identity.userID == session.userId, identity.scopes.contains("messages:read") else {
                return WebSocketClose(code: 4403, reason: "the token is another user's, or lacks the scope messages:read")
            }
            session.goOn(with: identity)
            if server.verifier.isRevoked(session) { return .sessionEnded }
            try await send(StreamFrameView.Authorized(expiresAt: identity.expiresAt))
            return nil
        } catch let refusal as TokenRefusal {
            return WebSocketClose(code: 4401, reason: refusal.rawValue)
        }
    }

    private func send(_ frame: some StreamFrame) async throws { try await tail.carrier.carry(frame) }
}

extension TokenVerifier {
    func isRevoked(_ session: StreamSession) -> Bool { session.sessionId.map(isRevoked) ?? false }
}

extension WebSocketClose {
    /// The client connects again and resumes where it was.
    static func interrupted(by error: any Error) -> WebSocketClose {
        Log.warning("stream interrupted", ["error": String(reflecting: type(of: error))])
        return .tryAgainLater("not available just now; connect again and resume")
    }

    static let tooMany = WebSocketClose.tryAgainLater("this user has too many streams open")
}
