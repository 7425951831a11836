import CareModels
import Foundation
import Postgres

extension Transaction {
    /// Who is invited to the locked conversation, with whoever proposed them.
    func invitations(to conversation: LockedConversation) async throws -> [UserID: UserID] {
        let rows = try await query("SELECT user_id, created_by FROM invitations WHERE conversation_id = \(conversation.id)")
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0["user_id"], try $0["created_by"]) })
    }

    /// Notes the proposal in the locked conversation, as its next version.
    func invite(_ user: UserID, to conversation: LockedConversation, by proposer: UserID, now: Date) async throws {
        try await batch([
            """
            INSERT INTO invitations (conversation_id, user_id, created_by, created_at) VALUES (\(conversation.id), \(user), \(proposer), \(now))
            """,
            "UPDATE conversations SET version = version + 1 WHERE id = \(conversation.id)"
        ])
    }

    /// Nothing comes of the proposal, as the locked conversation's next version.
    func decline(_ user: UserID, in conversation: LockedConversation) async throws {
        try await batch([
            "DELETE FROM invitations WHERE conversation_id = \(conversation.id) AND user_id = \(user)",
            "UPDATE conversations SET version = version + 1 WHERE id = \(conversation.id)"
        ])
    }

    /// Whose patient is gone: nobody can say yes any more.
    func dropInvitations(to conversation: LockedConversation) async throws {
        try await execute("DELETE FROM invitations WHERE conversation_id = \(conversation.id)")
    }

    /// Of them and by them.
    func eraseInvitations(of person: UserID) async throws {
        try await batch([
            // In one order: whoever proposed them may be erased at the same time.
            "SELECT 1 FROM invitations WHERE user_id = \(person) OR created_by = \(person) ORDER BY conversation_id, user_id FOR UPDATE",
            "DELETE FROM invitations WHERE user_id = \(person) OR created_by = \(person)"
        ])
    }
}
