import CareModels
import Foundation

/// Who is calling, from a checked access token (RFC 9068).
public struct Identity: Sendable, Equatable {
    /// nil for a machine (client_credentials).
    public var userID: UserID?
    public var role: Role
    public var clientID: String
    public var sessionID: SessionID?
    public var scopes: Set<String>
    public var expiresAt: Date
    /// What the token was checked with; what outlives the request ends when it is withdrawn.
    public var key: PublishedKey?

    public init(
        userID: UserID?, role: Role, clientID: String, sessionID: SessionID?, scopes: Set<String>, expiresAt: Date, key: PublishedKey? = nil
    ) {
        self.userID = userID
        self.role = role
        self.clientID = clientID
        self.sessionID = sessionID
        self.scopes = scopes
        self.expiresAt = expiresAt
        self.key = key
    }

    /// The user, or a 403 problem for a machine.
    public func user() throws -> UserID {
        guard let userID else { throw Problem.forbidden("This needs a person's token, not a machine's.") }
        return userID
    }
}
