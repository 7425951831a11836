import CareModels
import CareService
import Foundation
import HTTP
import JSON
import Telemetry

/// One stream from its hello to its end: hello → resume → entries, live. It holds no entries but those that it is just sending, so
/// a slow reader costs nothing but a place in the database to go on from.
struct StreamConversation: Sendable {
    let dependencies: Dependencies
    let session: StreamSession
    let socket: WebSocket
    let verifier: TokenVerifier
    let commands: RateLimiter

    /// Entries in one message, and its bytes when there are several: common clients take a megabyte.
    static let batch = 50
    static let mostBytes = 256 << 10
    static let heartbeat = 60

    func run() async -> WebSocketClose {
        do {
            return try await talk()
        } catch is WebSocket.Gone {
            return .normal
        } catch is CancellationError {
            return .goingAway
        } catch {
            // The client connects again and resumes where it was.
            Log.warning("stream interrupted", ["error": String(reflecting: type(of: error))])
            return .tryAgainLater("not available just now; connect again and resume")
        }
    }

    private func talk() async throws -> WebSocketClose {
        // The token or ticket was checked before this stream could be found: what was revoked in between ended nothing.
        if isRevoked { return .sessionEnded }
        try await apart { try await greet() }
        var position: Int?
        while true {
            let event = await socket.next()
            let before = position
            switch try await apart({ try await take(event, at: before) }) {
            case .on(let after): position = after
            case .end(let close): return close
            }
        }
    }

    /// Runs `work` in a task of its own. A task keeps the memory of its deepest call until it ends, and the stream's own mostly waits.
    private func apart<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        async let value = work()
        return try await value
    }

    private func greet() async throws {
        let state = try await dependencies.pool.withConnection { try await $0.feedState(of: session.userId) }
        try await send(StreamFrameView.Hello(epoch: state.epoch.lowercaseText, sequence: state.sequence, heartbeatSeconds: Self.heartbeat))
    }

    private enum Step: Sendable {
        /// Entries up to this one were sent; nil before the resume.
        case on(Int?)
        case end(WebSocketClose)
    }

    private func take(_ event: WebSocket.Event, at before: Int?) async throws -> Step {
        var position = before
        switch event {
        case .closed:
            return .end(.normal)
        case .text(let text):
            switch try await hear(text, at: before) {
            case .on(let after): position = after
            case .end(let close): return .end(close)
            }
        case .nudged:
            break
        }
        let work = session.takeWork()
        if let close = work.end { return .end(close) }
        guard let from = position else { return .on(nil) }
        for typing in work.typing {
            try await send(
                StreamFrameView.Typing(
                    conversationId: typing.conversationId, userId: typing.userId, typing: typing.typing ?? true, typingAt: typing.typingAt))
        }
        if work.target > from { position = try await sendEntries(after: from) }
        return .on(position)
    }

    /// Does what the client says.
    private func hear(_ text: String, at position: Int?) async throws -> Step {
        guard commands.take(session.userId.description) == nil else {
            return .end(.policy("too many messages; wait a little, then connect again and resume"))
        }
        let command: StreamCommand
        do {
            command = try CareJSON.decodeStrictly(StreamCommand.self, from: Array(text.utf8), limits: .body)
        } catch let unknown as UnknownMembers where unknown.alongside == nil {
            try await send(StreamFrameView.Refused(detail: unknown.faults.map { "\($0.field) \($0.message)" }.joined(separator: "; ")))
            return .on(position)
        } catch {
            return .end(.policy("a message is a JSON object with a type"))
        }
        switch command.type {
        case "resume" where position == nil:
            return .on(try await resume(command))
        case "authorize":
            if let close = try await authorize(command.token ?? "") { return .end(close) }
        case "ping":
            try await send(StreamFrameView.Pong())
        default:
            try await send(StreamFrameView.Refused(detail: "known are resume (once), authorize and ping"))
        }
        return .on(position)
    }

    /// Where the entries begin.
    private func resume(_ command: StreamCommand) async throws -> Int {
        let user = session.userId
        let state = try await dependencies.pool.withConnection { try await $0.feedState(of: user) }
        let resume = Resume(
            since: command.since, epoch: command.epoch, current: state.epoch, sequence: state.sequence, forgotten: state.forgotten)
        let epoch = state.epoch.lowercaseText
        session.resumed()
        switch resume {
        case .replay(let after):
            try await send(StreamFrameView.Resumed(recovered: true, epoch: epoch, sequence: after))
            return try await sendEntries(after: after)
        case .snapshot:
            try await send(StreamFrameView.Resumed(recovered: false, epoch: epoch, sequence: state.sequence))
            return state.sequence
        }
    }

    /// Sends all that is there, a batch at a time, and returns the last sequence sent.
    private func sendEntries(after position: Int) async throws -> Int {
        var position = position
        while true {
            let start = position
            let entries = try await dependencies.pool.withConnection { connection in
                try await connection.openedFeedEntries(of: session.userId, after: start, limit: Self.batch, with: dependencies.keys)
            }
            guard let last = entries.last else { return position }
            let now = dependencies.now()
            try await send(entries.map { FeedEntryView($0, for: session.userId, now: now, in: session.language) }[...])
            position = last.record.sequence
            if entries.count < Self.batch { return position }
        }
    }

    /// In one message, or in two of half as many as long as it would be too large.
    private func send(_ entries: ArraySlice<FeedEntryView>) async throws {
        let frame = try CareJSON.encode(StreamFrameView.Entries(entries: Array(entries)))
        guard frame.count > Self.mostBytes, entries.count > 1 else { return try await socket.send(frame) }
        let middle = entries.startIndex + entries.count / 2
        try await send(entries[..<middle])
        try await send(entries[middle...])
    }

    private func authorize(_ token: String) async throws -> WebSocketClose? {
        do {
            let identity = try await verifier.verify(token, now: dependencies.tokenClock())
            guard identity.userID == session.userId, identity.scopes.contains("messages:read") else {
                return WebSocketClose(code: 4403, reason: "the token is another user's, or lacks the scope messages:read")
            }
            session.goOn(with: identity)
            if isRevoked { return .sessionEnded }
            try await send(StreamFrameView.Authorized(expiresAt: identity.expiresAt))
            return nil
        } catch let refusal as TokenRefusal {
            return WebSocketClose(code: 4401, reason: refusal.rawValue)
        }
    }

    private var isRevoked: Bool { session.sessionId.map(verifier.isRevoked) ?? false }

    private func send(_ frame: some Encodable) async throws {
        try await socket.send(try CareJSON.encode(frame))
    }
}
