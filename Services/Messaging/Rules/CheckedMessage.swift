import CareModels

/// A message that may be sent, as far as can be seen without the database.
struct CheckedMessage: Sendable {
    var clientId: String
    var replyToId: MessageID?
    var kind: MessageKind
    var content: MessageContent
}
