import Foundation

/// Whether what happens is heard of at once.
public enum ConnectionState: Equatable, Sendable {
    /// No stream is wanted: nobody is logged in, the session has expired, the client is not live, or the login is without ``Scope/messagesRead``.
    case notConnected
    /// The stream is about to be opened.
    case connecting
    /// What happens is heard of at once.
    case connected
    /// It broke off, and is opened again by itself: `since` stays, however often that was tried.
    case disconnected(since: Date)
}
