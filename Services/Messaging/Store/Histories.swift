import CareModels
import Foundation
import Postgres

extension History {
    /// Of an item `i`.
    var condition: SQL {
        let parts = spans.map { span in
            let until: SQL = span.until.map { " AND i.sequence <= \($0)" } ?? ""
            return "(i.sequence > \(span.after)\(until))" as SQL
        }
        return parts.isEmpty ? "false" : "(\(SQL.join(parts, separator: " OR ")))"
    }
}

extension PostgresRunner {
    /// Without spans: they never took part.
    func history(of user: UserID, in conversation: ConversationID) async throws -> History {
        let rows = try await query(
            """
            SELECT joined_sequence, NULL::bigint AS left_sequence FROM participations WHERE conversation_id = \(conversation) AND user_id = \(user)
            UNION ALL
            SELECT joined_sequence, left_sequence FROM departures WHERE conversation_id = \(conversation) AND user_id = \(user)
            """)
        return History(spans: try rows.map { History.Span(after: try $0["joined_sequence"], until: try $0["left_sequence"]) })
    }

    /// The participants whose history holds the item.
    func readers(of sequence: Int, in conversation: ConversationID) async throws -> [UserID] {
        let rows = try await query(
            """
            SELECT user_id FROM participations p WHERE conversation_id = \(conversation) AND (joined_sequence < \(sequence) OR EXISTS (
                SELECT FROM departures d WHERE d.user_id = p.user_id AND d.conversation_id = p.conversation_id
                    AND d.joined_sequence < \(sequence) AND d.left_sequence >= \(sequence)
            )) ORDER BY user_id
            """)
        return try rows.map { try $0["user_id"] }
    }
}
