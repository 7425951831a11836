import CareClient
import Foundation

/// A live stream whose server is the test. A client hears of what happens once it was greeted. Of the product `CareClientTesting`:
///
/// ```swift
/// let socket = FakeSocket.greeting()
/// server.offer(socket)
/// ```
public final class FakeSocket: TransportSocket {
    private let news: AsyncStream<SocketNews>
    private let server: AsyncStream<SocketNews>.Continuation
    private let heard: AsyncStream<String>
    private let client: AsyncStream<String>.Continuation

    /// One that has said nothing yet. A server says `hello` first, and `resumed` once it was asked to go on: `greet` does.
    public init() {
        (news, server) = AsyncStream<SocketNews>.makeStream()
        (heard, client) = AsyncStream<String>.makeStream()
    }

    /// One that has greeted the client already.
    public static func greeting(at sequence: Int = 0) -> FakeSocket {
        let socket = FakeSocket()
        socket.greet(at: sequence)
        return socket
    }

    // MARK: The server's side

    /// `hello`, then `resumed`: the client is `connected`, and the feed's next entry is the one after `sequence`. Where it has kept another place it loads all
    /// anew.
    public func greet(at sequence: Int = 0) {
        say(#"{"type":"hello","heartbeatSeconds":60}"#)
        say(#"{"type":"resumed","recovered":true,"epoch":"\#(Self.epoch)","sequence":\#(sequence)}"#)
    }

    private static let epoch = "0198c5b2-7d7e-7cc0-8a4f-000000000001"

    /// A frame, such as `{"type":"hello","heartbeatSeconds":60}`.
    public func say(_ text: String) { server.yield(.message(Data(text.utf8))) }

    /// Closes it with RFC 6455's code, or one of Careline's: 4401 says that the token has ended, 4403 that it lacks the scope.
    public func end(_ code: Int) { server.yield(.closed(code: code)) }

    /// Without a word.
    public func breakOff() { server.finish() }

    /// What the client says next; nil when it has gone.
    public func next() async -> String? {
        for await text in heard { return text }
        return nil
    }

    // MARK: The client's

    /// Says something to the server, as a client does.
    public func send(_ text: String) async throws { client.yield(text) }

    /// What the server says next.
    public func receive() async throws -> SocketNews {
        for await each in news { return each }
        throw TransportFault.unreachable
    }

    /// The client has gone.
    public func close() {
        server.finish()
        client.finish()
    }
}
