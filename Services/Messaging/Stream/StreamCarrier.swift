import CareModels
import Foundation
import HTTP

/// What brings a stream's frames to its client.
protocol StreamCarrier: Sendable {
    /// `place`: where a client goes on from that has this frame and those before it; nil leaves that where it was.
    func carry(_ json: Data, of type: String, at place: FeedPlace?) async throws
}

extension StreamCarrier {
    func carry(_ frame: some StreamFrame, at place: FeedPlace? = nil) async throws {
        try await carry(try CareJSON.encode(frame), of: frame.type, at: place)
    }
}

/// One message each; the client remembers its place itself.
struct SocketCarrier: StreamCarrier {
    let socket: WebSocket

    func carry(_ json: Data, of type: String, at place: FeedPlace?) async throws { try await socket.send(json) }
}

/// One event each; the client's browser remembers its place.
struct EventCarrier: StreamCarrier {
    let stream: EventStream
    let session: StreamSession

    func carry(_ json: Data, of type: String, at place: FeedPlace?) async throws {
        try await stream.send(ServerSentEvent(type, id: place?.description, data: Array(json)))
        session.spoke()
    }
}
