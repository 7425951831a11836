import CareService
import Foundation
import HTTP

/// One stream of server-sent events: the WebSocket's without its questions. It resumes at once, from where the request says, and lasts as long as its
/// token.
struct EventConversation: Sendable {
    let session: StreamSession
    let stream: EventStream
    let tail: FeedTail

    /// Something is said at least so often, if only a comment: gateways close what is silent for 30 seconds. It is looked at every few seconds.
    static let heartbeat: TimeInterval = 15
    /// Before a client connects again by itself.
    static let pause = Duration.seconds(3)

    /// Throws when the client is gone.
    func run(from start: Beginning) async throws {
        do {
            try await end(try await talk(from: start))
        } catch let gone as EventStream.Gone {
            throw gone
        } catch let cancelled as CancellationError {
            throw cancelled
        } catch {
            try await end(.interrupted(by: error))
        }
    }

    /// The last that the client hears.
    func end(_ close: WebSocketClose) async throws { try await tail.carrier.carry(StreamFrameView.End(code: Int(close.code), detail: close.reason)) }

    private func talk(from start: Beginning) async throws -> WebSocketClose {
        if tail.server.verifier.isRevoked(session) { return .sessionEnded }
        try await stream.send(retryAfter: Self.pause)
        var place = try await apart { try await tail.resume(since: start.since, epoch: start.epoch) }
        while true {
            switch await stream.next() {
            case .closed: throw EventStream.Gone()
            case .draining: return .goingAway
            case .nudged: break
            }
            let work = session.takeWork()
            if let close = work.end { return close }
            let before = place
            place = try await apart { try await tail.tell(work, after: before) }
            if session.isSilent {
                try await stream.sendHeartbeat()
                session.spoke()
            }
        }
    }

    /// What the client has; without `since` it wants what comes from now on.
    struct Beginning: Sendable {
        var since: Int?
        var epoch: UUID?
    }
}
