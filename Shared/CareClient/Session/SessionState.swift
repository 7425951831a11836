import CareModels

/// What an app shows of its session.
public enum SessionState: Equatable, Sendable {
    /// Nobody is, and nothing of anybody's is stored.
    case loggedOut
    /// This person is.
    case loggedIn(UserID)
    /// It ended by itself, or from another device. What is stored stays; a login of the same person goes on with it.
    case expired(UserID)
    /// The operator supports this version of the app no longer: nothing is sent.
    case unsupportedVersion
}
