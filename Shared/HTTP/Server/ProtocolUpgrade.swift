import NIOCore

/// Leaves HTTP for another protocol on the same connection (RFC 9110, section 7.8). The seam for WebSockets: the connection
/// sends the 101 with these headers, takes its HTTP handlers out and calls `start` on the channel, with what the peer already
/// sent following as plain bytes.
struct ProtocolUpgrade: Sendable {
    /// The Upgrade header: `websocket`.
    let name: String
    /// Runs on the channel's event loop; adds the protocol's handlers. What they keep of the peer's bytes is in the server's budget.
    let start: @Sendable (any Channel, BodyBudget) -> EventLoopFuture<Void>
}
