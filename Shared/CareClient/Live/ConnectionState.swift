import Foundation

/// Whether what happens is heard of at once.
public enum ConnectionState: Equatable, Sendable {
    /// Nobody is logged in.
    case notConnected
    case connecting
    case connected
    case disconnected(since: Date)
}
