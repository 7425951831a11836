import Foundation

/// A session ended before its time: its access tokens are refused from now on.
public struct SessionRevoked: CareEvent {
    public enum Reason: String, Codable, Sendable, CaseIterable {
        case logout, refreshReuse = "refresh-reuse", codeReuse = "code-reuse", erased, admin
    }

    public static let type = "care.sessions.revoked.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.sessions
    public var sessionId: SessionID
    public var userId: UserID
    public var version: Int
    public var reason: Reason
    public var revokedAt: Date
    public var subject: UUID { sessionId.uuid }

    public init(sessionId: SessionID, userId: UserID, version: Int, reason: Reason, revokedAt: Date) {
        self.sessionId = sessionId
        self.userId = userId
        self.version = version
        self.reason = reason
        self.revokedAt = revokedAt
    }
}
