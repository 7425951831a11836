import CareModels
import DequeModule
import Foundation
import Synchronization

/// Notifications of some channels, over a connection of its own that reconnects by itself. After a reconnect it yields one
/// empty notification per channel, since it may have missed some; likewise when more than 4096 wait unread.
package final class PostgresListener: Sendable {
    package struct Notification: Sendable, Equatable {
        package var channel: String
        /// Empty: look for yourself what is new.
        package var payload: String
    }

    private static let bound = 4096

    private struct State {
        var unread: Deque<Notification> = []
        var reader: (id: UInt64, continuation: CheckedContinuation<Notification?, Never>)?
        var lastReader: UInt64 = 0
        var link: Link?
        var isListening = false
        var attempts = 0
        var connections = 0
        var isClosed = false
        var starters: [UInt64: CheckedContinuation<Void, any Error>] = [:]
    }

    private let configuration: PostgresConfiguration
    private let channels: [String]
    private let loop = EventLoop.next()
    private let state = Mutex(State())

    package init(_ configuration: PostgresConfiguration, channels: [String]) {
        self.configuration = configuration
        self.channels = channels
        connect()
    }

    deinit { state.withLock { $0.link }?.close() }

    /// Waits for the next notification; nil once closed or when the task is cancelled. One reader at a time.
    package func next() async -> Notification? {
        let id = state.withLock { state in
            state.lastReader += 1
            return state.lastReader
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> Notification?? in
                    if let first = state.unread.popFirst() { return first }
                    if state.isClosed || Task.isCancelled { return .some(nil) }
                    precondition(state.reader == nil, "a PostgresListener has one reader at a time")
                    state.reader = (id, continuation)
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            let reader = state.withLock { state -> CheckedContinuation<Notification?, Never>? in
                guard state.reader?.id == id else { return nil }
                defer { state.reader = nil }
                return state.reader?.continuation
            }
            reader?.resume(returning: nil)
        }
    }

    /// Returns when LISTEN has taken effect: what is notified from then on is heard. Throws CancellationError,
    /// or `PostgresPoolError.closed`.
    package func started() async throws {
        let id = state.withLock { state in
            state.lastReader += 1
            return state.lastReader
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if state.isClosed { return .failure(PostgresPoolError.closed) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.isListening { return .success(()) }
                    state.starters[id] = continuation
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            state.withLock { $0.starters.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }

    package func close() async {
        let (link, reader, starters) = state.withLock { state in
            defer {
                state.link = nil
                state.reader = nil
                state.starters = [:]
                state.isListening = false
            }
            state.isClosed = true
            state.unread.removeAll()
            return (state.link, state.reader?.continuation, Array(state.starters.values))
        }
        link?.close()
        reader?.resume(returning: nil)
        for starter in starters { starter.resume(throwing: PostgresPoolError.closed) }
    }

    // MARK: Connecting

    private func connect() {
        guard !state.withLock({ $0.isClosed }) else { return }
        BlockingThread.run { [weak self, configuration, loop] in
            let opened = try? Link.open(
                configuration, loop: loop, onBroken: { [weak self] link in self?.broke(link) },
                onNotifications: { [weak self] in self?.receive($0) })
            guard let self, let link = opened else {
                opened?.close()
                self?.connectLater()
                return
            }
            Task { await self.listen(on: link) }
        }
    }

    private func listen(on link: Link) async {
        let statements = channels.map { SQL(stringLiteral: "LISTEN \($0.quotedIdentifier)") }
        guard (try? await link.run(statements, cancellable: false)) != nil else {
            link.close()
            return connectLater()
        }
        let (isOurs, isReconnect, starters) = state.withLock { state in
            guard !state.isClosed else { return (false, false, [CheckedContinuation<Void, any Error>]()) }
            state.link = link
            state.isListening = true
            state.attempts = 0
            state.connections += 1
            defer { state.starters = [:] }
            return (true, state.connections > 1, Array(state.starters.values))
        }
        guard isOurs else { return link.close() }
        if isReconnect { receive(channels.map { Notification(channel: $0, payload: "") }) }
        for starter in starters { starter.resume() }
        // It may have broken between LISTEN and now, when it was not yet known as ours.
        if link.transactionStatus == .broken { broke(link) }
    }

    private func broke(_ link: Link) {
        let wasOurs = state.withLock { state in
            guard state.link === link else { return false }
            state.link = nil
            state.isListening = false
            return true
        }
        link.close()
        if wasOurs { connectLater() }
    }

    private static let reconnects = Backoff(first: .milliseconds(100), most: .milliseconds(3200), jitter: 0.5...1)

    private func connectLater() {
        let wait = state.withLock { state in
            state.attempts += 1
            return Self.reconnects.jittered(after: state.attempts)
        }
        loop.schedule(at: .now + wait) { [weak self] in self?.connect() }
    }

    // MARK: Delivery

    private func receive(_ notifications: [Notification]) {
        let (reader, first) = state.withLock { state -> (CheckedContinuation<Notification?, Never>?, Notification?) in
            guard !state.isClosed else { return (nil, nil) }
            state.unread.append(contentsOf: notifications)
            if state.unread.count > PostgresListener.bound {
                state.unread = Deque(channels.map { Notification(channel: $0, payload: "") })
            }
            guard let reader = state.reader, let first = state.unread.popFirst() else { return (nil, nil) }
            state.reader = nil
            return (reader.continuation, first)
        }
        reader?.resume(returning: first)
    }
}
