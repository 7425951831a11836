import CareModels
import Foundation
import Postgres

extension PostgresReader {
    /// Whether the session is there and neither revoked nor over.
    func isLive(_ id: SessionID, now: Date) async throws -> Bool {
        try await first("SELECT 1 FROM sessions WHERE id = \(id) AND revoked_at IS NULL AND expires_at > \(now)") != nil
    }
}

extension PostgresRunner {
    /// How a session was signed in; nil when it is not live.
    func standing(of id: SessionID, now: Date) async throws -> StepUp.Standing? {
        let row = try await first(
            """
            SELECT s.auth_time, s.amr, u.has_second_factor FROM sessions s JOIN users u ON u.id = s.user_id
            WHERE s.id = \(id) AND s.revoked_at IS NULL AND s.expires_at > \(now)
            """)
        return try row.map { try StepUp.Standing($0) }
    }
}

extension StepUp.Standing {
    init(_ row: Row) throws {
        self.init(authTime: try row["auth_time"], context: AuthenticationContext(methods: try row["amr"]), hasSecondFactor: try row["has_second_factor"])
    }
}

extension PostgresReader {
    /// By a refresh token, as it is just now.
    func session(refreshHandle: [UInt8]) async throws -> RefreshableSession? {
        try await first("SELECT s.*, u.role FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.refresh_handle = \(refreshHandle)")
            .map { try RefreshableSession($0) }
    }

    /// What a live session gives to `/userinfo` beside its scopes; nil when it is not live.
    func userInfoClaims(of id: SessionID, now: Date) async throws -> Set<String>? {
        let row = try await first("SELECT userinfo_claims FROM sessions WHERE id = \(id) AND revoked_at IS NULL AND expires_at > \(now)")
        let claims: [String]? = try row?["userinfo_claims"]
        return claims.map(Set.init)
    }
}

extension Transaction {
    func insert(_ session: SessionRecord, refresh: RefreshToken?) async throws {
        let rotatedAt = refresh == nil ? nil : session.createdAt
        try await executeLater(
            """
            INSERT INTO sessions (id, user_id, client_id, scopes, auth_time, amr, created_at, last_used_at, expires_at, userinfo_claims, browser_hash,
                                  patient_id, dpop_jkt, device, address_prefix, refresh_handle, refresh_hash, refresh_rotated_at)
            VALUES (\(session.id), \(session.userID), \(session.clientID), \(Scopes.sorted(session.scopes)), \(session.authTime),
                    \(session.context.methods), \(session.createdAt), \(session.createdAt), \(session.expiresAt), \(session.userInfoClaims.sorted()),
                    \(session.browserHash), \(session.patientID), \(session.keyThumbprint), \(session.device.name), \(session.device.addressPrefix),
                    \(refresh?.handle), \(refresh?.hash), \(rotatedAt))
            """)
    }

    func lockedSession(refreshHandle: [UInt8]) async throws -> RefreshableSession? {
        let row = try await first(
            """
            SELECT s.*, u.role FROM sessions s JOIN users u ON u.id = s.user_id
            WHERE s.refresh_handle = \(refreshHandle) FOR UPDATE OF s
            """)
        return try row.map { try RefreshableSession($0) }
    }

    /// `binding`: to the key with this thumbprint, from this generation on.
    func rotate(_ id: SessionID, to hash: [UInt8], replacing previous: [UInt8], generation: Int, binding: String?, now: Date) async throws {
        guard let binding else {
            return try await executeLater(
                """
                UPDATE sessions SET refresh_hash = \(hash), refresh_previous_hash = \(previous), refresh_generation = \(generation),
                                    refresh_rotated_at = \(now), last_used_at = \(now)
                WHERE id = \(id)
                """)
        }
        try await executeLater(
            """
            UPDATE sessions SET refresh_hash = \(hash), refresh_previous_hash = \(previous), refresh_generation = \(generation),
                                refresh_rotated_at = \(now), last_used_at = \(now), dpop_jkt = \(binding), refresh_bound_from = \(generation)
            WHERE id = \(id)
            """)
    }

    /// A refresh token that stays the same was used.
    func noteRefresh(of id: SessionID, now: Date) async throws {
        try await executeLater("UPDATE sessions SET refresh_rotated_at = \(now), last_used_at = \(now) WHERE id = \(id)")
    }

    /// Whether the person is signed in there still, and stays so until the commit.
    func lockOpen(_ place: SignInPlace, of user: UserID, now: Date) async throws -> Bool {
        switch place {
        case .session(let id):
            try await first(
                "SELECT 1 FROM sessions WHERE id = \(id) AND user_id = \(user) AND revoked_at IS NULL AND expires_at > \(now) FOR NO KEY UPDATE") != nil
        case .browser(let hash):
            try await first("SELECT 1 FROM browser_sessions WHERE token_hash = \(hash) AND user_id = \(user) AND expires_at > \(now) FOR NO KEY UPDATE") != nil
        }
    }

    /// What has been proven there since the sign-in, beside what was then, where that was not both factors already.
    func note(_ context: AuthenticationContext, in place: SignInPlace) async throws {
        switch place {
        case .session(let id): try await executeLater("UPDATE sessions SET amr = amr || \(context.methods)::text[] WHERE id = \(id) AND NOT 'mfa' = ANY(amr)")
        case .browser(let hash):
            try await executeLater("UPDATE browser_sessions SET amr = amr || \(context.methods)::text[] WHERE token_hash = \(hash) AND NOT 'mfa' = ANY(amr)")
        }
    }

    /// Ends those that have not ended yet.
    func end(_ ids: [SessionID], reason: SessionRevoked.Reason, now: Date) async throws -> [EndedSession] {
        let rows = try await query(
            """
            UPDATE sessions SET revoked_at = \(now), revoked_reason = \(reason.rawValue), version = version + 1
            WHERE id = ANY(\(ids.map(\.uuid))) AND revoked_at IS NULL RETURNING id, user_id, version
            """)
        return try rows.map { try EndedSession($0, reason: reason, at: now) }
    }

    /// Ends all of a person, but for `kept` and those that are over by themselves.
    func endSessions(of user: UserID, except kept: SessionID? = nil, reason: SessionRevoked.Reason, now: Date) async throws -> [EndedSession] {
        let rows = try await query(
            """
            UPDATE sessions SET revoked_at = \(now), revoked_reason = \(reason.rawValue), version = version + 1
            WHERE user_id = \(user) AND revoked_at IS NULL AND expires_at > \(now) AND id IS DISTINCT FROM \(kept)::uuid RETURNING id, user_id, version
            """)
        return try rows.map { try EndedSession($0, reason: reason, at: now) }
    }

    /// Those that go on of the login of a person's browser, and `session`, whatever it was begun in, in the order of their ids.
    func lockSessions(
        begunIn browser: [UInt8]?, of user: UserID?, with session: SessionID?, now: Date
    ) async throws -> [(id: SessionID, goesOn: Bool)] {
        try await query(
            """
            SELECT id, 'offline_access' = ANY(scopes) AS goes_on FROM sessions
            WHERE (id = \(session)::uuid OR user_id = \(user)::uuid AND browser_hash = \(browser)::bytea) AND revoked_at IS NULL AND expires_at > \(now)
            ORDER BY id FOR UPDATE
            """
        ).map { (try $0["id"], try $0["goes_on"]) }
    }

    /// Those that go on of the logins of a person's browsers but `kept`, in the order of their ids.
    func lockSessions(begunInBrowsersOf user: UserID, except kept: [UInt8]?, now: Date) async throws -> [(id: SessionID, goesOn: Bool)] {
        try await query(
            """
            SELECT id, 'offline_access' = ANY(scopes) AS goes_on FROM sessions
            WHERE user_id = \(user) AND revoked_at IS NULL AND expires_at > \(now) AND browser_hash IN (
                SELECT token_hash FROM browser_sessions WHERE user_id = \(user) AND token_hash IS DISTINCT FROM \(kept)::bytea
            )
            ORDER BY id FOR UPDATE
            """
        ).map { (try $0["id"], try $0["goes_on"]) }
    }

    /// Of everybody, those that began before `now` and come after `id` in the order of ids, locked; at most `limit`.
    func lockSessions(after id: SessionID?, limit: Int, now: Date) async throws -> [SessionID] {
        try await query(
            """
            SELECT id FROM sessions
            WHERE revoked_at IS NULL AND expires_at > \(now) AND created_at <= \(now) AND (\(id)::uuid IS NULL OR id > \(id)::uuid)
            ORDER BY id LIMIT \(limit) FOR UPDATE
            """
        ).map { try $0["id"] }
    }

    /// Of whom a session has begun since `instant`, and more than `most` go on.
    func people(withMoreSessionsThan most: Int, newSince instant: Date, limit: Int, now: Date) async throws -> [UserID] {
        // Ids are in the order of time.
        try await query(
            """
            SELECT recent.user_id FROM (SELECT DISTINCT user_id FROM sessions WHERE id > \(UUID.v7(at: instant))) recent
            WHERE (SELECT count(*) FROM (
                SELECT 1 FROM sessions s WHERE s.user_id = recent.user_id AND s.revoked_at IS NULL AND s.expires_at > \(now) LIMIT \(most + 1)
            ) going) > \(most)
            ORDER BY recent.user_id LIMIT \(limit)
            """
        ).map { try $0["user_id"] }
    }

    /// Those of a person that go on beyond so many, the ones that were used longest ago, in the order of their ids.
    func lockSessions(of user: UserID, beyond most: Int, limit: Int, now: Date) async throws -> [SessionID] {
        try await query(
            """
            SELECT id FROM sessions WHERE id = ANY(ARRAY(
                SELECT id FROM sessions WHERE user_id = \(user) AND revoked_at IS NULL AND expires_at > \(now)
                ORDER BY last_used_at DESC, id DESC OFFSET \(most) LIMIT \(limit)
            )) AND revoked_at IS NULL ORDER BY id FOR UPDATE
            """
        ).map { try $0["id"] }
    }

    /// Those that ended before `instant`; at most `limit`.
    func purgeSessions(before instant: Date, limit: Int) async throws -> Int {
        try await deleteBatch(from: "sessions", where: "expires_at < \(instant)", by: "expires_at", most: limit)
    }
}

extension LoginRefusal {
    /// The foreign key of a new session decides: somebody who was erased since their password was looked up is nobody who could log in.
    static func naming<R>(_ body: () async throws -> R) async throws -> R {
        do {
            return try await body()
        } catch let error as PostgresError where error.isForeignKeyViolation {
            throw LoginRefusal.wrong
        }
    }
}
