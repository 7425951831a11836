import Foundation

/// Whether what happens is heard of at once.
public enum ConnectionState: Equatable, Sendable {
    /// Nobody is logged in.
    case notConnected
    /// The stream is about to be opened.
    case connecting
    /// What happens is heard of at once.
    case connected
    /// It broke off, and is opened again by itself: `since` stays, however often that was tried.
    case disconnected(since: Date)
}
