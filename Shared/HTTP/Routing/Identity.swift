import CareModels
import Foundation

/// Who is calling, as its checked token says.
package struct Identity: Sendable, Equatable {
    /// nil for a machine (client_credentials).
    package var userID: UserID?
    package var role: Role
    package var clientID: String
    package var sessionID: SessionID?
    package var scopes: Set<String>
    package var expiresAt: Date
    /// Whose records the token is for, when it is for somebody's in particular.
    package var patientID: UserID?
    /// What the token was checked with; what outlives the request ends when it is withdrawn.
    package var key: PublishedKey?
    /// Who acts for the user, where that is somebody else: their guardian. Ownership goes by the user alone; what a guardian may not do, `Access` refuses.
    package var actorID: UserID?

    package init(
        userID: UserID?, role: Role, clientID: String, sessionID: SessionID?, scopes: Set<String>, expiresAt: Date, patientID: UserID? = nil, key: PublishedKey? = nil,
        actorID: UserID? = nil
    ) {
        self.userID = userID
        self.role = role
        self.clientID = clientID
        self.sessionID = sessionID
        self.scopes = scopes
        self.expiresAt = expiresAt
        self.patientID = patientID
        self.key = key
        self.actorID = actorID
    }

    /// The user, or a 403 problem for a machine.
    package func user() throws -> UserID {
        guard let userID else { throw Problem.forbidden("This needs a person's token, not a machine's.") }
        return userID
    }
}
