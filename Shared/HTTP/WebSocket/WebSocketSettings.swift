/// The limits of a WebSocket; each that is met closes it with a code that says so.
package struct WebSocketSettings: Sendable {
    /// Bytes of one message, its fragments together: over it is 1009.
    package var mostBytes = 64 << 10
    /// Messages that came and were not yet taken by the handler; beyond it nothing more is read from the peer.
    package var mostWaiting = 16
    /// Fragments of one message: over it is 1008.
    package var mostFragments = 1024
    /// Frames that say nothing (pings, pongs, empty fragments) at once, and then one more each `idleFrameInterval`: over it is 1008.
    package var mostIdleFrames = 100
    package var idleFrameInterval = Duration.milliseconds(200)
    /// A ping goes out when nothing has come for so long.
    package var pingInterval = Duration.seconds(25)
    /// Nothing has come for so long, not even the answer to a ping: the connection is broken off.
    package var idleDeadline = Duration.seconds(60)
    /// For the peer to take what was sent; a reader slower than that is broken off.
    package var writeDeadline = Duration.seconds(15)
    /// For the peer to answer our close.
    package var closeDeadline = Duration.seconds(5)

    package init() {}
}
