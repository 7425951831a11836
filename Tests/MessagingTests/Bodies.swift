import CareModels
import Foundation
import JSON
import TestKit

@testable import MessagingService

// What the tests read of answers.

struct ItemBody: Decodable, Equatable, Sendable {
    struct Media: Decodable, Equatable, Sendable {
        var attachmentId: AttachmentID
        var caption: String?
        var contentType: String?
        var size: Int?
        var fileName: String?
        var width: Int?
        var height: Int?
        var durationSeconds: Double?
    }

    struct Content: Decodable, Equatable, Sendable {
        var text: String?
        var image: Media?
        var video: Media?
        var document: Media?
        var audio: Media?
    }

    var id: MessageID
    var conversationId: ConversationID
    var sequence: Int
    var kind: ItemKind
    var authorId: UserID?
    var clientId: String?
    var replyToId: MessageID?
    var content: Content?
    var details: ItemDetailsView?
    var createdAt: Date
    var deletedAt: Date?
}

struct ConversationBody: Decodable, Sendable {
    struct Participant: Decodable, Sendable {
        var userId: UserID
        var role: Role?
        var fullName: String?
        var typingAt: Date?
        var seenUntil: Date?
        var seenSequence: Int
    }

    struct Invitation: Decodable, Equatable, Sendable {
        var userId: UserID
        var fullName: String?
        var invitedBy: UserID
    }

    var id: ConversationID
    var title: String?
    var participants: [Participant]
    var invitations: [Invitation]?
    var unreadCount: Int
    var lastMessage: ItemBody?
    var closed: Bool
    var preview: String
    var updatedAt: Date
    var leftAt: Date?

    func participant(_ id: UserID) -> Participant? { participants.first { $0.userId == id } }
}

struct AttachmentBody: Decodable, Sendable {
    struct Download: Decodable, Sendable {
        var url: String
        var expiresAt: Date
    }

    var id: AttachmentID
    var kind: MessageKind
    var contentType: String
    var size: Int
    var fileName: String?
    var width: Int?
    var height: Int?
    var durationSeconds: Double?
    var download: Download
}

struct NotificationBody: Decodable, Sendable {
    var id: NotificationID
    var kind: String
    var title: String
    var details: NotificationDetails
    var createdAt: Date
    var readAt: Date?
    var answeredAt: Date?
}

struct FeedBody: Decodable, Sendable {
    struct Entry: Decodable, Sendable {
        struct Seen: Decodable, Equatable, Sendable {
            var userId: UserID
            var sequence: Int
        }

        var sequence: Int
        var kind: String
        var conversationId: ConversationID?
        var item: ItemBody?
        var conversation: ConversationBody?
        var seen: Seen?
        var notification: NotificationBody?
    }

    var epoch: String
    var sequence: Int
    var recovered: Bool
    var items: [Entry]
    var nextCursor: String?
}

/// Whatever the service says on a stream.
struct FrameBody: Decodable, Sendable {
    var type: String
    var epoch: String?
    var sequence: Int?
    var recovered: Bool?
    var entries: [FeedBody.Entry]?
    var conversationId: ConversationID?
    var userId: UserID?
    var typing: Bool?
    var detail: String?
    /// Of a stream of events that ends.
    var code: Int?

    static func read(_ socket: RawWebSocket, within patience: Duration = .seconds(20)) async throws -> FrameBody {
        try CareJSON.decode(FrameBody.self, from: Data(try await socket.text(within: patience).utf8))
    }

    /// The next frame of this type; others before it are passed over.
    static func read(_ type: String, _ socket: RawWebSocket) async throws -> FrameBody {
        while true {
            let frame = try await read(socket)
            if frame.type == type { return frame }
        }
    }
}

/// Entries until there are `count`.
func entries(_ count: Int, _ socket: RawWebSocket) async throws -> [FeedBody.Entry] {
    var entries: [FeedBody.Entry] = []
    while entries.count < count { entries += try await FrameBody.read("entries", socket).entries ?? [] }
    return entries
}

struct TicketBody: Decodable, Sendable { var ticket: String }
