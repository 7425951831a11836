import CareModels
import Foundation
import Postgres
import Telemetry

extension Client.Kind: PostgresEncodable, PostgresDecodable {}

extension Client.Grant: PostgresEncodable, PostgresDecodable, PostgresArrayElement {}

extension Client {
    fileprivate init(_ row: Row) throws {
        let scopes: [String] = try row["scopes"]
        self.init(
            id: try row["id"], name: try row["name"], kind: try row["kind"], secretHash: try row["secret_hash"],
            redirectURIs: try row["redirect_uris"], scopes: Set(scopes), grants: try row["grants"],
            isFirstParty: try row["first_party"], origins: try row["origins"], requiresPKCE: try row["requires_pkce"],
            idTokenAlgorithm: try row["id_token_alg"], postLogoutRedirectURIs: try row["post_logout_redirect_uris"],
            backchannelLogoutURI: try row["backchannel_logout_uri"], jwks: try row["jwks"], jwksURI: try row["jwks_uri"],
            isResourceServer: try row["is_resource_server"], userIssuer: try UserIssuer(row),
            bindsTokens: try row["dpop_bound_access_tokens"], isFAPI: try row["fapi2"])
        guard let hash: [UInt8] = try row["former_secret_hash"], let until: Date = try row["former_secret_until"] else { return }
        formerSecret = FormerSecret(hash: hash, until: until)
    }
}

extension UserIssuer {
    /// Of a row of oauth_clients.
    fileprivate init?(_ row: Row) throws {
        guard let issuer: String = try row["user_issuer"], let role: Role = try row["user_role"] else { return nil }
        self.init(issuer: issuer, jwks: try row["user_jwks"], jwksURI: try row["user_jwks_uri"], role: role)
    }
}

extension ClientRecord {
    fileprivate init(_ row: Row) throws {
        self.init(
            client: try Client(row), revision: try row["revision"], createdAt: try row["created_at"], updatedAt: try row["updated_at"],
            disabledAt: try row["disabled_at"])
    }
}

extension PostgresRunner {
    /// Nil when unknown or disabled.
    func client(_ id: String) async throws -> Client? {
        try await first("SELECT * FROM oauth_clients WHERE id = \(id) AND disabled_at IS NULL").map { try Client($0) }
    }

    /// Disabled or not.
    func clientRecord(_ id: String) async throws -> ClientRecord? {
        guard Client.isValidID(id) else { return nil }
        return try await first("SELECT * FROM oauth_clients WHERE id = \(id)").map { try ClientRecord($0) }
    }

    /// Whose id begins so or whose name has it, disabled ones too, by their ids; behind `after`.
    func clients(like text: String, after: String?, limit: Int) async throws -> [ClientRecord] {
        let text = text.lowercased()
        let rows = try await query(
            """
            SELECT * FROM oauth_clients
            WHERE (starts_with(id, \(text)) OR strpos(lower(name), \(text)) > 0) AND (\(after)::text IS NULL OR id > \(after)::text)
            ORDER BY id LIMIT \(limit)
            """)
        return try rows.map { try ClientRecord($0) }
    }

    /// Of all clients that are not disabled, each once, in their order. One that this release cannot read, as a later one has written it, does not take the others' away.
    func registeredOrigins() async throws -> [String] {
        let rows = try await query("SELECT * FROM oauth_clients WHERE disabled_at IS NULL")
        let clients = rows.compactMap { try? Client($0) }
        if clients.count < rows.count { Log.warning("origins of apps that cannot be read are left out", ["count": String(rows.count - clients.count)]) }
        return clients.reduce(into: Set()) { $0.formUnion($1.everyOrigin) }.sorted()
    }
}

extension Transaction {
    /// No code is exchanged for it meanwhile.
    func lockedClient(_ id: String) async throws -> ClientRecord? {
        guard Client.isValidID(id) else { return nil }
        return try await first("SELECT * FROM oauth_clients WHERE id = \(id) FOR UPDATE").map { try ClientRecord($0) }
    }

    /// Writes the client, over one of the same id, whose secret before is not taken any more.
    func save(_ client: Client, now: Date) async throws {
        try await execute(
            """
            INSERT INTO oauth_clients AS there (\(unescaped: Self.clientColumns), created_at, updated_at)
            VALUES (\(Self.clientValues(client)), \(now), \(now))
            ON CONFLICT (id) DO UPDATE SET
                name = excluded.name, kind = excluded.kind, secret_hash = excluded.secret_hash, former_secret_hash = excluded.former_secret_hash,
                former_secret_until = excluded.former_secret_until, redirect_uris = excluded.redirect_uris,
                scopes = excluded.scopes, grants = excluded.grants, first_party = excluded.first_party, origins = excluded.origins,
                requires_pkce = excluded.requires_pkce, id_token_alg = excluded.id_token_alg,
                post_logout_redirect_uris = excluded.post_logout_redirect_uris,
                backchannel_logout_uri = excluded.backchannel_logout_uri, jwks = excluded.jwks, jwks_uri = excluded.jwks_uri,
                is_resource_server = excluded.is_resource_server, user_issuer = excluded.user_issuer, user_jwks = excluded.user_jwks,
                user_jwks_uri = excluded.user_jwks_uri, user_role = excluded.user_role,
                dpop_bound_access_tokens = excluded.dpop_bound_access_tokens, fapi2 = excluded.fapi2, revision = there.revision + 1,
                updated_at = excluded.updated_at
            """)
    }

    /// False when there is one of that id.
    func insert(_ record: ClientRecord) async throws -> Bool {
        try await execute(
            """
            INSERT INTO oauth_clients (\(unescaped: Self.clientColumns), revision, created_at, updated_at)
            VALUES (\(Self.clientValues(record.client)), \(record.revision), \(record.createdAt), \(record.updatedAt))
            ON CONFLICT (id) DO NOTHING
            """) == 1
    }

    /// One that is there.
    func save(_ record: ClientRecord) async throws {
        try await execute(
            """
            UPDATE oauth_clients SET (\(unescaped: Self.clientColumns), revision, updated_at, disabled_at)
                = ROW (\(Self.clientValues(record.client)), \(record.revision), \(record.updatedAt), \(record.disabledAt))
            WHERE id = \(record.client.id)
            """)
    }

    private static let clientColumns = """
        id, name, kind, secret_hash, former_secret_hash, former_secret_until, redirect_uris, scopes, grants, first_party, origins, requires_pkce, id_token_alg,
        post_logout_redirect_uris, backchannel_logout_uri, jwks, jwks_uri, is_resource_server,
        user_issuer, user_jwks, user_jwks_uri, user_role, dpop_bound_access_tokens, fapi2
        """

    private static func clientValues(_ client: Client) -> SQL {
        """
        \(client.id), \(client.name), \(client.kind), \(client.secretHash), \(client.formerSecret?.hash), \(client.formerSecret?.until),
        \(client.redirectURIs), \(Scopes.sorted(client.scopes)), \(client.grants.map(\.rawValue).sorted()), \(client.isFirstParty), \(client.origins),
        \(client.requiresPKCE), \(client.idTokenAlgorithm), \(client.postLogoutRedirectURIs), \(client.backchannelLogoutURI), \(client.jwks),
        \(client.jwksURI), \(client.isResourceServer), \(client.userIssuer?.issuer), \(client.userIssuer?.jwks), \(client.userIssuer?.jwksURI),
        \(client.userIssuer?.role), \(client.bindsTokens), \(client.isFAPI)
        """
    }

    /// The ids of sessions that have not ended though their client is disabled, locked in their order; at most `limit`.
    func lockSessionsOfDisabledClients(limit: Int, now: Date) async throws -> [SessionID] {
        try await query(
            """
            SELECT id FROM sessions
            WHERE client_id IN (SELECT id FROM oauth_clients WHERE disabled_at IS NOT NULL) AND revoked_at IS NULL AND expires_at > \(now)
            ORDER BY id LIMIT \(limit) FOR UPDATE
            """
        ).map { try $0["id"] }
    }
}
