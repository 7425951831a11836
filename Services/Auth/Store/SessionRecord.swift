import CareModels
import Foundation
import Postgres

/// One login of one person in one app.
struct SessionRecord: Equatable, Sendable {
    var id: SessionID
    var userID: UserID
    var clientID: String
    var scopes: Set<String>
    var authTime: Date
    var context = AuthenticationContext.password
    var createdAt: Date
    var expiresAt: Date
    /// What `/userinfo` says beside what the scopes give.
    var userInfoClaims: Set<String> = []
    /// The browser's login that it was given by.
    var browserHash: [UInt8]?
    /// Whose records it is for (SMART App Launch).
    var patientID: UserID?
    /// Of the key that its refresh tokens are bound to.
    var keyThumbprint: String?
    var device = SignInDevice()
}

extension SessionRecord {
    /// One that begins now.
    init(
        id: SessionID, user: UserID, client: String, scopes: Set<String>, authTime: Date, context: AuthenticationContext, device: SignInDevice = SignInDevice(),
        now: Date,
        lifetime: TimeInterval
    ) {
        self.init(
            id: id, userID: user, clientID: client, scopes: scopes, authTime: authTime, context: context, createdAt: now,
            expiresAt: now.addingTimeInterval(lifetime), device: device)
    }

    /// A public client's refresh tokens are worth something with the key alone that it has shown; a confidential one proves itself otherwise (RFC 9449, 5).
    mutating func bind(to key: String?, of client: Client) { keyThumbprint = client.kind == .public ? key : nil }
}

/// A session that was ended before its time.
struct EndedSession: Sendable {
    var id: SessionID
    var userID: UserID
    var version: Int
    var reason: SessionRevoked.Reason
    var endedAt: Date

    var revoked: SessionRevoked {
        SessionRevoked(sessionId: id, userId: userID, version: version, reason: reason, revokedAt: endedAt)
    }
}

/// A session found by a refresh token, locked, with what its next tokens say.
struct RefreshableSession: Sendable {
    var session: SessionRecord
    var role: Role
    var version: Int
    var family: RefreshRotation.Family
}

extension EndedSession {
    init(_ row: Row, reason: SessionRevoked.Reason, at instant: Date) throws {
        self.init(id: try row["id"], userID: try row["user_id"], version: try row["version"], reason: reason, endedAt: instant)
    }
}

extension RefreshableSession {
    init(_ row: Row) throws {
        let scopes: [String] = try row["scopes"]
        let userInfoClaims: [String] = try row["userinfo_claims"]
        let revokedAt: Date? = try row["revoked_at"]
        session = SessionRecord(
            id: try row["id"], userID: try row["user_id"], clientID: try row["client_id"], scopes: Set(scopes),
            authTime: try row["auth_time"], context: AuthenticationContext(methods: try row["amr"]), createdAt: try row["created_at"], expiresAt: try row["expires_at"],
            userInfoClaims: Set(userInfoClaims), browserHash: try row["browser_hash"], patientID: try row["patient_id"], keyThumbprint: try row["dpop_jkt"],
            device: SignInDevice(name: try row["device"], addressPrefix: try row["address_prefix"]))
        role = try row["role"]
        version = try row["version"]
        family = RefreshRotation.Family(
            clientID: session.clientID, generation: try row["refresh_generation"], currentHash: try row["refresh_hash"],
            previousHash: try row["refresh_previous_hash"], rotatedAt: try row["refresh_rotated_at"], expiresAt: session.expiresAt,
            isRevoked: revokedAt != nil, keyThumbprint: session.keyThumbprint, boundFrom: try row["refresh_bound_from"])
    }
}
