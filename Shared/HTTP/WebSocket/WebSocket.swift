import CareModels
import NIOCore
import Synchronization

/// An open WebSocket, as its handler sees it: one reader, one writer at a time.
package final class WebSocket: Sendable {
    package enum Event: Equatable, Sendable {
        /// A message of the peer.
        case text(String)
        /// Someone called `nudge`, once or often.
        case nudged
        /// The socket is ending; nothing can be sent any more.
        case closed
    }

    /// The peer did not take what was sent within its time, or is gone.
    package struct Gone: Error, Sendable {}

    private typealias Inbox = WebSocketInbox<CheckedContinuation<Event, Never>>

    private let inbox: Mutex<Inbox>
    private let channel: any Channel

    init(_ channel: any Channel, mostWaiting: Int) {
        self.channel = channel
        inbox = Mutex(Inbox(most: mostWaiting))
    }

    /// What happens next. One task at a time calls this.
    package func next() async -> Event {
        let event = await withCheckedContinuation { continuation in
            if let next = inbox.withLock({ $0.wait(continuation) }) { continuation.resume(returning: Event(next)) }
        }
        if case .text = event { channel.eventLoop.execute { self.channel.pipeline.fireUserInboundEventTriggered(WebSocketHandler.Signal.taken) } }
        return event
    }

    /// Wakes `next` with `.nudged`; any number of calls before it looks count as one. From any thread.
    package func nudge() { wake(inbox.withLock { $0.nudge() }) }

    /// Sends one text message and returns when the system has taken it, so that a slow reader slows the sender and nothing
    /// piles up here. Throws `Gone` when the peer is gone, or slower than the settings allow (it is then broken off).
    package func send(_ text: String) async throws { try await write(ByteBuffer(string: text)) }

    /// The same with bytes that are UTF-8 already, such as JSON's.
    package func send(_ text: some Sequence<UInt8> & Sendable) async throws { try await write(ByteBuffer(bytes: text)) }

    private func write(_ text: ByteBuffer) async throws {
        let promise = channel.eventLoop.makePromise(of: Void.self)
        channel.eventLoop.execute {
            // A closed channel has no handler left to hear it: the sender would wait for ever.
            guard self.channel.isActive else { return promise.fail(Gone()) }
            self.channel.pipeline.fireUserInboundEventTriggered(WebSocketHandler.Signal.send(text, promise))
        }
        do { try await promise.futureResult.get() } catch { throw Gone() }
    }

    func received(_ text: String) -> Bool {
        let (woken, hasRoom) = inbox.withLock { inbox in (inbox.append(text), inbox.hasRoom) }
        wake(woken)
        return hasRoom
    }

    /// Of the messages that came and wait for the handler.
    var waitingBytes: Int { inbox.withLock { $0.bytes } }

    var hasRoom: Bool { inbox.withLock { $0.hasRoom } }

    func end() { wake(inbox.withLock { $0.close() }) }

    private func wake(_ woken: (CheckedContinuation<Event, Never>, Inbox.Next)?) {
        if let (continuation, next) = woken { continuation.resume(returning: Event(next)) }
    }
}

extension WebSocket.Event {
    fileprivate init<Waiter>(_ next: WebSocketInbox<Waiter>.Next) {
        switch next {
        case .text(let text): self = .text(text)
        case .nudged: self = .nudged
        case .closed: self = .closed
        }
    }
}
