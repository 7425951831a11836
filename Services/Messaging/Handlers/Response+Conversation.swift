import CareModels
import Crypto
import Foundation
import HTTP

extension Response {
    /// A conversation as `reader` sees it. Its tag names the version, which a write asks for by `If-Match`, and then what is this reader's or this
    /// moment's beside it (what is unread, who types, in which language), so that a read is not told that nothing has changed when that has.
    static func conversation(
        _ conversation: OpenedConversation, for reader: UserID, now: Date, in language: Language, status: HTTPResponseStatus = .ok, headers: HTTPHeaders = [:]
    ) throws -> Response {
        var response = try json(ConversationView(conversation, for: reader, now: now, in: language), status: status, headers: headers).written(in: language)
        let shown = SHA256.hash(data: response.body).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let tag = EntityTag("\(conversation.record.version).\(String(shown, radix: 36))")
        response.headers.replaceOrAdd(name: "ETag", value: tag.description)
        return response
    }
}
