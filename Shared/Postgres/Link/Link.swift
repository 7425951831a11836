import CPostgres
import Foundation
import Synchronization

/// A connection to the server: non-blocking, in libpq's pipeline mode. The caller's thread sends, the event loop receives.
///
/// Unchecked: `core` holds the PGconn, and every use of it is under that lock; `onBroken` and `onNotifications` are set once, at
/// the start.
final class Link: EventLoop.Watcher, @unchecked Sendable {
    /// How long a cancelled statement may go on before its connection is given up.
    private static let cancelGrace = Duration.seconds(5)
    private static let tickets = Atomic<UInt64>(1)

    private struct State {
        var core: LinkCore
        var watchID: UInt64 = 0
        var isClosed = false
        var watchesWriting = false
    }

    let loop: EventLoop
    /// Which of the URL's hosts it is connected to.
    let server: Server
    private let notices: Notices
    private let socket: Int32
    private let state: Mutex<State>
    /// Called once, on any thread, when the connection breaks by itself.
    private let onBroken: @Sendable (Link) -> Void
    private let onNotifications: (@Sendable ([PostgresListener.Notification]) -> Void)?

    /// Takes over a PGconn that is connected.
    private init(
        _ connection: Handle, loop: EventLoop, cacheLimit: Int, notices: Notices, onBroken: @escaping @Sendable (Link) -> Void,
        onNotifications: (@Sendable ([PostgresListener.Notification]) -> Void)?
    ) {
        self.loop = loop
        self.notices = notices
        server = connection.server
        self.onBroken = onBroken
        self.onNotifications = onNotifications
        socket = PQsocket(connection.pointer)
        state = Mutex(State(core: LinkCore(connection: connection, cacheLimit: cacheLimit, notices: notices)))
    }

    /// Connects. Blocks: call it on a `BlockingThread`.
    static func open(
        _ configuration: PostgresConfiguration, loop: EventLoop, onBroken: @escaping @Sendable (Link) -> Void,
        onNotifications: (@Sendable ([PostgresListener.Notification]) -> Void)? = nil
    ) throws(PostgresConnectFailure) -> Link {
        let handle = try configuration.connect()
        let notices = Notices(of: handle)
        guard PQsetnonblocking(handle.pointer, 1) == 0, PQenterPipelineMode(handle.pointer) == 1 else {
            PQfinish(handle.pointer)
            throw .unknown
        }
        let link = Link(
            handle, loop: loop, cacheLimit: configuration.statementCacheSize, notices: notices, onBroken: onBroken, onNotifications: onNotifications)
        link.state.withLock { $0.watchID = loop.watch(link.socket, link) }
        return link
    }

    // MARK: Work

    /// Sends the statements in one pipeline and awaits all of their results. A cancelled task's statement is cancelled on the server.
    func run(_ statements: [SQL], cancellable: Bool = true) async throws -> [ResultSet] {
        try await run(.pipeline, statements, cancellable: cancellable)
    }

    /// One string in the simple protocol.
    func script(_ text: String) async throws -> [ResultSet] {
        try await run(.script, [SQL(stringLiteral: text)], cancellable: true)
    }

    func copy(_ statement: String, data: [UInt8]) async throws -> [ResultSet] {
        try await run(.copy(data), [SQL(stringLiteral: statement)], cancellable: true)
    }

    /// What an operation is cancelled by.
    static func newTicket() -> UInt64 { tickets.wrappingAdd(1, ordering: .relaxed).oldValue }

    /// Sends statements that only read in one pipeline. `ended` is told the results before the first failure; behind that nothing was looked at.
    func share(_ statements: [SQL], _ ticket: UInt64, _ ended: @escaping @Sendable ([ResultSet], (any Error)?) -> Void) {
        start(ticket, .pipeline, statements, .group(ended), cancellable: false)
    }

    private func run(_ kind: Operation.Kind, _ statements: [SQL], cancellable: Bool) async throws -> [ResultSet] {
        let ticket = Link.newTicket()
        guard cancellable else {
            return try await withCheckedThrowingContinuation { start(ticket, kind, statements, .task($0), cancellable: false) }
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { start(ticket, kind, statements, .task($0), cancellable: true) }
        } onCancel: {
            cancel(ticket)
        }
    }

    private func start(_ ticket: UInt64, _ kind: Operation.Kind, _ statements: [SQL], _ receiver: Operation.Receiver, cancellable: Bool) {
        let completion = state.withLock { state -> LinkCore.Completion? in
            // Under the lock: whoever cancels later finds the operation.
            if cancellable, Task.isCancelled { return LinkCore.Completion(receiver: receiver, failure: CancellationError()) }
            let operation = Operation(ticket: ticket, kind: kind, statements: statements, receiver: receiver)
            return state.core.start(operation) ?? flush(&state)
        }
        completion?.deliver()
    }

    private func flush(_ state: inout State) -> LinkCore.Completion? {
        guard !state.isClosed else { return nil }
        guard let remains = state.core.flush() else { return state.core.fail() }
        if remains != state.watchesWriting {
            state.watchesWriting = remains
            loop.watchWriting(remains, socket, id: state.watchID)
        }
        return nil
    }

    func ready(readable: Bool, writable: Bool) {
        var broke = false
        var notifications: [PostgresListener.Notification] = []
        let completion = state.withLock { state -> LinkCore.Completion? in
            guard !state.isClosed, !state.core.isBroken else { return nil }
            var completion: LinkCore.Completion?
            if readable {
                completion = state.core.receive()
                if onNotifications != nil { notifications = state.core.notifications() }
            }
            // Also after reading: COPY sends its data when the server asks for it.
            if !state.core.isBroken, let failed = flush(&state) { completion = failed }
            broke = state.core.isBroken
            if broke { unwatch(&state) }
            return completion
        }
        completion?.deliver()
        if !notifications.isEmpty { onNotifications?(notifications) }
        if broke { onBroken(self) }
    }

    // MARK: Cancellation

    /// Cancels the operation on the server, if it is still under way.
    func cancel(_ ticket: UInt64) {
        let request = state.withLock { state -> CancelRequest? in
            guard let operation = state.core.operation, operation.ticket == ticket, !operation.cancelRequested, !state.isClosed else { return nil }
            operation.cancelRequested = true
            guard let request = state.core.cancelRequest() else { return nil }
            state.core.cancelsInFlight = true
            return request
        }
        guard let request else { return }
        BlockingThread.run { [self] in
            request.send()
            state.withLock { $0.core.cancelReturned() }?.deliver()
        }
        loop.schedule(at: .now + Link.cancelGrace) { [weak self] in self?.giveUp(ticket) }
    }

    /// The server did not answer the cancellation.
    private func giveUp(_ ticket: UInt64) { giveUp { $0.isOccupied(by: ticket) } }

    /// Its server is not the one that takes writes any more: what still waits for it fails as lost.
    func abandon() { giveUp { _ in true } }

    /// For how long the statement under way has had no answer.
    func silence(now: ContinuousClock.Instant) -> Duration { state.withLock { $0.core.operation.map { now - $0.began } ?? .zero } }

    private func giveUp(if isMeant: (LinkCore) -> Bool) {
        let (completion, broke) = state.withLock { state -> (LinkCore.Completion?, Bool) in
            guard !state.isClosed, !state.core.isBroken, isMeant(state.core) else { return (nil, false) }
            let completion = state.core.fail()
            unwatch(&state)
            return (completion, true)
        }
        completion?.deliver()
        if broke { onBroken(self) }
    }

    // MARK: State

    enum TransactionStatus: Sendable {
        case none, open, failed, broken
    }

    var transactionStatus: TransactionStatus {
        state.withLock { state in
            guard !state.isClosed, !state.core.isBroken else { return .broken }
            return switch state.core.transactionStatus {
            case PQTRANS_IDLE: .none
            case PQTRANS_INTRANS: .open
            case PQTRANS_INERROR: .failed
            default: .broken
            }
        }
    }

    /// Nothing under way and no transaction left open: the next lease may have it.
    var isReusable: Bool { state.withLock { !$0.isClosed && $0.core.isFree && $0.core.transactionStatus == PQTRANS_IDLE } }

    private func unwatch(_ state: inout State) {
        guard state.watchID != 0 else { return }
        loop.unwatch(socket, id: state.watchID)
        state.watchID = 0
    }

    /// Ends the connection; what still runs on it fails as lost. `onBroken` is not called.
    func close() {
        let completion = state.withLock { state -> LinkCore.Completion? in
            guard !state.isClosed else { return nil }
            state.isClosed = true
            let completion = state.core.fail()
            unwatch(&state)
            PQfinish(state.core.connection)
            return completion
        }
        completion?.deliver()
    }

    deinit {
        state.withLock { if !$0.isClosed { PQfinish($0.core.connection) } }
    }
}

/// A PGconn on its way to the one who locks it.
///
/// Unchecked: whoever holds it is its only user.
struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer

    var server: Server { Server(host: String(cString: PQhost(pointer)), port: String(cString: PQport(pointer))) }
}

/// One of the URL's hosts, as the URL names it.
struct Server: Equatable, Sendable {
    let host: String
    let port: String
}

/// What a cancellation needs, a copy of its own (libpq, "Canceling Queries in Progress").
///
/// Unchecked: one thread uses it, once.
struct CancelRequest: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer

    /// Blocks until the server has passed the signal on.
    func send() { care_cancel_send(pointer) }
}
