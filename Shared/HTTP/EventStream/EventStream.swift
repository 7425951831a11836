/// An open stream of server-sent events, as its handler sees it: one reader of what happens, one writer at a time.
package final class EventStream: Sendable {
    /// The client did not take what was sent within its time, or is gone.
    package struct Gone: Error, Sendable { package init() {} }

    private let bell: EventStreamBell
    private let writer: ResponseStream.Writer

    init(_ bell: EventStreamBell, _ write: @escaping ResponseStream.Writer) {
        self.bell = bell
        writer = write
    }

    /// What happens next. One task at a time calls this.
    package func next() async -> EventStreamBell.Event { await bell.next() }

    /// Wakes `next` with `.nudged`; any number of calls before it looks count as one. From any thread.
    package func nudge() { bell.nudge() }

    /// Sends one event and returns when the system has taken it, so that a slow reader slows the sender and nothing piles up here. Throws `Gone`
    /// when the client is gone, or slower than the stream's deadline allows (it is then broken off).
    package func send(_ event: ServerSentEvent) async throws { try await write(event.bytes) }

    /// How long the client waits before it connects again.
    package func send(retryAfter wait: Duration) async throws { try await write(Array("retry: \(wait.components.seconds * 1000)\n\n".utf8)) }

    /// What a client passes over. It keeps proxies from closing a silent connection, and shows that somebody is there.
    package func sendHeartbeat() async throws { try await write(Array(":\n\n".utf8)) }

    private func write(_ bytes: [UInt8]) async throws {
        do { try await writer(bytes) } catch { throw Gone() }
    }
}
