import CareModels
import Foundation
import Postgres

/// An app that a person lets do something for them.
struct ConsentedApp: Sendable {
    var clientID: String
    var name: String
    var scopes: [String]
    var grantedAt: Date

    fileprivate init(_ row: Row) throws {
        clientID = try row["client_id"]
        name = try row["name"]
        scopes = try row["scopes"]
        grantedAt = try row["granted_at"]
    }
}

extension PostgresRunner {
    /// By the apps' ids, behind `after`.
    func apps(of user: UserID, after: String?, limit: Int) async throws -> [ConsentedApp] {
        let rows = try await query(
            """
            SELECT k.client_id, c.name, k.scopes, k.granted_at FROM consents k JOIN oauth_clients c ON c.id = k.client_id
            WHERE k.user_id = \(user) AND (\(after)::text IS NULL OR k.client_id > \(after)::text) ORDER BY k.client_id LIMIT \(limit)
            """)
        return try rows.map { try ConsentedApp($0) }
    }
}

extension Transaction {
    /// False when there was none.
    func withdraw(_ client: String, of user: UserID) async throws -> Bool {
        try await execute("DELETE FROM consents WHERE user_id = \(user) AND client_id = \(client)") == 1
    }

    /// Those that wait for their exchange.
    func deleteUnusedCodes(of user: UserID, for client: String) async throws {
        try await execute("DELETE FROM authorization_codes WHERE user_id = \(user) AND client_id = \(client) AND used_at IS NULL")
    }
}
