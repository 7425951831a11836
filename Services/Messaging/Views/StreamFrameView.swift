import CareModels
import Foundation

protocol StreamFrame: Encodable, Sendable {
    var type: String { get }
}

/// What the service says on a stream: one JSON object a message of a WebSocket, or a server-sent event of that type.
enum StreamFrameView {
    struct Hello: StreamFrame {
        let type = "hello"
        var epoch: String
        var sequence: Int
        /// A client that hears nothing for so long, not even a ping, connects again.
        var heartbeatSeconds: Int
        private enum CodingKeys: CodingKey { case type, epoch, sequence, heartbeatSeconds }
    }

    struct Resumed: StreamFrame {
        let type = "resumed"
        /// False: too much was missed; take a snapshot over HTTP, entries follow from `sequence` on.
        var recovered: Bool
        var epoch: String
        /// Entries follow after this one.
        var sequence: Int
        private enum CodingKeys: CodingKey { case type, recovered, epoch, sequence }
    }

    struct Entries: StreamFrame {
        let type = "entries"
        var entries: [FeedEntryView]
        private enum CodingKeys: CodingKey { case type, entries }
    }

    struct Typing: StreamFrame {
        let type = "typing"
        var conversationId: ConversationID
        var userId: UserID
        /// False: they have stopped.
        var typing: Bool
        var typingAt: Date
        private enum CodingKeys: CodingKey { case type, conversationId, userId, typing, typingAt }
    }

    struct Authorized: StreamFrame {
        let type = "authorized"
        var expiresAt: Date
        private enum CodingKeys: CodingKey { case type, expiresAt }
    }

    struct Pong: StreamFrame {
        let type = "pong"
        private enum CodingKeys: CodingKey { case type }
    }

    struct Refused: StreamFrame {
        let type = "error"
        var detail: String
        private enum CodingKeys: CodingKey { case type, detail }
    }

    /// The last that is said on a stream of events; a WebSocket says it in its close frame.
    struct End: StreamFrame {
        let type = "end"
        var code: Int
        var detail: String
        private enum CodingKeys: CodingKey { case type, code, detail }
    }
}
