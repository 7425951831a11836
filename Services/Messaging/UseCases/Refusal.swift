import CareModels

/// Why a use case does nothing, beside what the rules say of who may talk with whom (`ConversationRule.Refusal`).
enum Refusal: Error, Equatable {
    /// Or one that the caller takes no part in.
    case noSuchConversation
    case noSuchInvitation
    case noSuchMessage
    case noSuchNotification
    case noSuchFile
    case notTheAuthor
    /// Nobody is made to leave a conversation.
    case notThemselves
    /// Somebody else in the conversation wants no messages from them; who, is not said.
    case notReceived
    /// Nobody blocks themselves.
    case oneself
    case tooManyBlocks(most: Int)
    /// The client used an id for two different messages.
    case clientIDReused
    /// What it is to reply to is no message of the conversation.
    case nothingToReplyTo
    /// What was seen is no item of the conversation.
    case noSuchItem
    /// A message of `kind` names a file that it cannot take.
    case fileNotUsable(MessageKind, isThumbnail: Bool)
    case tooManyUnusedFiles(most: Int)
    /// Bytes that may be stored, and that are.
    case storageFull(limit: Int, used: Int)
}
