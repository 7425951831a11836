import CareModels
import Postgres
import Sealing

/// A conversation that was begun or changed, as the participant who did it sees it.
struct ConversationOutcome: Sendable {
    var conversation: OpenedConversation
    var news: StreamNews

    /// Read in the transaction that changed it.
    init(_ id: ConversationID, for user: UserID, _ news: StreamNews, with keys: PersonKeys, _ tx: Transaction) async throws {
        guard let found = try await tx.openedConversation(id, for: user, with: keys) else { throw Refusal.noSuchConversation }
        conversation = found
        self.news = news
    }
}
