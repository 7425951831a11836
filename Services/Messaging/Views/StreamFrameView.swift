import CareModels
import Foundation

/// What the service says on a stream, one JSON object a message.
enum StreamFrameView {
    struct Hello: Encodable {
        let type = "hello"
        var epoch: String
        var sequence: Int
        /// A client that hears nothing for so long, not even a ping, connects again.
        var heartbeatSeconds: Int
        private enum CodingKeys: CodingKey { case type, epoch, sequence, heartbeatSeconds }
    }

    struct Resumed: Encodable {
        let type = "resumed"
        /// False: too much was missed; take a snapshot over HTTP, entries follow from `sequence` on.
        var recovered: Bool
        var epoch: String
        /// Entries follow after this one.
        var sequence: Int
        private enum CodingKeys: CodingKey { case type, recovered, epoch, sequence }
    }

    struct Entries: Encodable {
        let type = "entries"
        var entries: [FeedEntryView]
        private enum CodingKeys: CodingKey { case type, entries }
    }

    struct Typing: Encodable {
        let type = "typing"
        var conversationId: ConversationID
        var userId: UserID
        /// False: they have stopped.
        var typing: Bool
        var typingAt: Date
        private enum CodingKeys: CodingKey { case type, conversationId, userId, typing, typingAt }
    }

    struct Authorized: Encodable {
        let type = "authorized"
        var expiresAt: Date
        private enum CodingKeys: CodingKey { case type, expiresAt }
    }

    struct Pong: Encodable {
        let type = "pong"
        private enum CodingKeys: CodingKey { case type }
    }

    struct Refused: Encodable {
        let type = "error"
        var detail: String
        private enum CodingKeys: CodingKey { case type, detail }
    }
}
