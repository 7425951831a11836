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
    /// Of the client's key that the token is bound to: it is of use only with a proof by that key.
    package var keyThumbprint: String?
    /// How the person has signed in; nil for a machine.
    package var signIn: SignIn?
    /// An admin by role whose sign-in does not give them power over others.
    package var lacksSecondFactor = false

    /// RFC 9068, section 2.2.1.
    package struct SignIn: Sendable, Equatable {
        /// Seconds since 1970.
        package var time: Int?
        package var context: String?
        package var methods: [String]?

        package init(time: Int?, context: String?, methods: [String]?) {
            self.time = time
            self.context = context
            self.methods = methods
        }
    }

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
