import Foundation

/// How the client reaches the server. `.system` is what an app uses: URLSession on Apple's systems, libcurl on Linux; tests, and apps with a network stack of their own, pass another.
public protocol Transport: Sendable {
    /// One request and its whole answer, whatever its status. Redirects are not followed. Throws a `TransportFault`, or `CancellationError`.
    func send(_ call: HTTPCall) async throws -> HTTPReply

    /// The same, and tells how many bytes of the body have gone so far.
    func send(_ call: HTTPCall, onSent: @escaping @Sendable (Int) -> Void) async throws -> HTTPReply

    /// The same of a POST whose body a file of the disk holds: it need not be in memory whole, and nobody changes it meanwhile. Throws a ``StorageFault`` when
    /// it cannot be read.
    func send(_ call: HTTPCall, from file: URL, onSent: @escaping @Sendable (Int) -> Void) async throws -> HTTPReply

    /// A WebSocket, once it is open. Throws a `TransportFault`, or `CancellationError`.
    func openSocket(_ call: HTTPCall) async throws -> any TransportSocket

    /// An answer whose body comes as it is made, such as server-sent events: once its head is there. The call's deadline is for each silence in it, since it
    /// has no end. Throws a `TransportFault`, or `CancellationError`.
    func openStream(_ call: HTTPCall) async throws -> HTTPStream

    /// The network is another one, or may be: what is kept open by the one before looks open still, and would be asked in vain. What is on its way stays on it.
    func networkChanged()
}

extension Transport {
    /// For a transport that keeps nothing open, or hears of it from the system.
    public func networkChanged() {}

    /// For a transport that brings whole answers alone: the feed is asked for in pages then.
    public func openStream(_ call: HTTPCall) async throws -> HTTPStream { throw TransportFault.unreachable }

    /// For a transport that sends what is in memory.
    public func send(_ call: HTTPCall, from file: URL, onSent: @escaping @Sendable (Int) -> Void) async throws -> HTTPReply {
        var whole = call
        whole.body = try StorageFault.naming { try Data(contentsOf: file) }
        return try await send(whole, onSent: onSent)
    }

    /// For a transport that does not know before the end.
    public func send(_ call: HTTPCall, onSent: @escaping @Sendable (Int) -> Void) async throws -> HTTPReply {
        let reply = try await send(call)
        onSent(call.body?.count ?? 0)
        return reply
    }
}

/// A WebSocket that is open.
public protocol TransportSocket: Sendable {
    /// Sends a text message. Throws a ``TransportFault`` when the connection is gone.
    func send(_ text: String) async throws
    /// Waits for the next message. Throws a `TransportFault` when the connection broke off without a word.
    func receive() async throws -> SocketNews
    /// Says goodbye (RFC 6455: 1000), and waits for no answer. Twice does no harm.
    func close()
}

/// What a WebSocket brings.
public enum SocketNews: Equatable, Sendable {
    /// A message, text or not, as its bytes.
    case message(Data)
    /// RFC 6455, section 7.4.
    case closed(code: Int)
}

/// An answer that goes on.
public struct HTTPStream: Sendable {
    /// The answer's.
    public var status: Int
    /// Names in lower case.
    public var headers: [String: String]
    /// The body, as it comes. Throws a `TransportFault` when it broke off.
    public var parts: AsyncThrowingStream<Data, any Error>
    /// Ends it: nobody reads on.
    public var close: @Sendable () -> Void

    /// The names of headers become lower case.
    public init(
        status: Int, headers: [String: String] = [:], parts: AsyncThrowingStream<Data, any Error>, close: @escaping @Sendable () -> Void = {}
    ) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }) { first, _ in first }
        self.parts = parts
        self.close = close
    }
}

/// A request, as the client makes it.
public struct HTTPCall: Sendable, Equatable {
    /// `GET`, `POST`, …
    public var method: String
    /// Whole, with its query.
    public var url: URL
    /// As they are to be sent, the token among them.
    public var headers: [String: String]
    /// Nil for none.
    public var body: Data?
    /// From the call to the answer's last byte.
    public var deadline: Duration

    /// For how long nothing goes and nothing comes before it is given up, however long it may take.
    static let mostSilence = Duration.seconds(30)

    /// A `GET` with 30 seconds, unless said otherwise.
    public init(method: String = "GET", url: URL, headers: [String: String] = [:], body: Data? = nil, deadline: Duration = .seconds(30)) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.deadline = deadline
    }
}

/// A whole answer, whatever its status.
public struct HTTPReply: Sendable, Equatable {
    /// From 200 on: what comes before is the transport's.
    public var status: Int
    /// Names in lower case.
    public var headers: [String: String]
    /// All of it; empty for none.
    public var body: Data

    /// The names of headers become lower case.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }) { first, _ in first }
        self.body = body
    }
}

extension HTTPReply {
    /// In whole seconds, a day at most; a date is not sent by Careline. What stands in the way may say anything.
    var retryAfter: Duration? { headers["retry-after"].flatMap { Int($0) }.map { .seconds(min(max(0, $0), 86_400)) } }
}

/// Why there is no answer.
public enum TransportFault: Error, Equatable, Sendable {
    /// No network, no such name, nobody there, or the connection broke.
    case unreachable
    /// It took longer than the call's deadline.
    case deadline
    /// The server's certificate is not trusted.
    case untrusted
    /// The server answered an attempt to open a WebSocket, or a stream, with this status.
    case notUpgraded(status: Int)
}
