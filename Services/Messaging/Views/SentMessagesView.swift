/// What several messages have become, in their order.
struct SentMessagesView: Encodable, Sendable {
    var items: [ItemView]
}
