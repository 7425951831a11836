import CareModels
import Foundation
import Postgres

extension Client.Kind: PostgresEncodable, PostgresDecodable {}

extension Client {
    fileprivate init(_ row: Row) throws {
        let scopes: [String] = try row["scopes"]
        let grants: [String] = try row["grants"]
        self.init(
            id: try row["id"], name: try row["name"], kind: try row["kind"], secretHash: try row["secret_hash"],
            redirectURIs: try row["redirect_uris"], scopes: Set(scopes), grants: Set(grants.compactMap(Grant.init)),
            isFirstParty: try row["first_party"], origins: try row["origins"], requiresPKCE: try row["requires_pkce"],
            idTokenAlgorithm: try row["id_token_alg"], postLogoutRedirectURIs: try row["post_logout_redirect_uris"],
            backchannelLogoutURI: try row["backchannel_logout_uri"], jwks: try row["jwks"], jwksURI: try row["jwks_uri"],
            isResourceServer: try row["is_resource_server"], userIssuer: try UserIssuer(row),
            bindsTokens: try row["dpop_bound_access_tokens"], isFAPI: try row["fapi2"])
    }
}

extension UserIssuer {
    /// Of a row of oauth_clients.
    fileprivate init?(_ row: Row) throws {
        guard let issuer: String = try row["user_issuer"], let role: Role = try row["user_role"] else { return nil }
        self.init(issuer: issuer, jwks: try row["user_jwks"], jwksURI: try row["user_jwks_uri"], role: role)
    }
}

extension PostgresRunner {
    /// Nil when unknown or disabled.
    func client(_ id: String) async throws -> Client? {
        try await first("SELECT * FROM oauth_clients WHERE id = \(id) AND disabled_at IS NULL").map { try Client($0) }
    }

    /// Of all clients that are not disabled, each once, in their order.
    func registeredOrigins() async throws -> [String] {
        let clients = try await query("SELECT * FROM oauth_clients WHERE disabled_at IS NULL").map { try Client($0) }
        return clients.reduce(into: Set()) { $0.formUnion($1.everyOrigin) }.sorted()
    }
}

extension Transaction {
    /// Writes the client, over one of the same id.
    func save(_ client: Client, now: Date) async throws {
        let grants = client.grants.map(\.rawValue).sorted()
        try await execute(
            """
            INSERT INTO oauth_clients (id, name, kind, secret_hash, redirect_uris, scopes, grants, first_party, origins, requires_pkce, id_token_alg,
                                       post_logout_redirect_uris, backchannel_logout_uri, jwks, jwks_uri, is_resource_server,
                                       user_issuer, user_jwks, user_jwks_uri, user_role, dpop_bound_access_tokens, fapi2,
                                       created_at, updated_at)
            VALUES (\(client.id), \(client.name), \(client.kind), \(client.secretHash), \(client.redirectURIs),
                    \(Scopes.sorted(client.scopes)), \(grants), \(client.isFirstParty), \(client.origins), \(client.requiresPKCE),
                    \(client.idTokenAlgorithm), \(client.postLogoutRedirectURIs), \(client.backchannelLogoutURI), \(client.jwks), \(client.jwksURI),
                    \(client.isResourceServer), \(client.userIssuer?.issuer), \(client.userIssuer?.jwks), \(client.userIssuer?.jwksURI),
                    \(client.userIssuer?.role), \(client.bindsTokens), \(client.isFAPI), \(now), \(now))
            ON CONFLICT (id) DO UPDATE SET
                name = excluded.name, kind = excluded.kind, secret_hash = excluded.secret_hash, redirect_uris = excluded.redirect_uris,
                scopes = excluded.scopes, grants = excluded.grants, first_party = excluded.first_party, origins = excluded.origins,
                requires_pkce = excluded.requires_pkce, id_token_alg = excluded.id_token_alg,
                post_logout_redirect_uris = excluded.post_logout_redirect_uris,
                backchannel_logout_uri = excluded.backchannel_logout_uri, jwks = excluded.jwks, jwks_uri = excluded.jwks_uri,
                is_resource_server = excluded.is_resource_server, user_issuer = excluded.user_issuer, user_jwks = excluded.user_jwks,
                user_jwks_uri = excluded.user_jwks_uri, user_role = excluded.user_role, dpop_bound_access_tokens = excluded.dpop_bound_access_tokens, fapi2 = excluded.fapi2,
                updated_at = excluded.updated_at
            """)
    }
}
