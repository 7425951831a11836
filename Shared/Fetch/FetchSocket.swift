import CCurl
import Foundation
import Synchronization

/// A WebSocket (RFC 6455) by libcurl, carried by a thread of its own, which waits for the server and for what is to be sent. Pings are answered by curl.
package final class FetchSocket: Sendable {
    package enum News: Sendable {
        /// Text or bytes, whole.
        case message([UInt8])
        /// By the server, with RFC 6455's code or one of its own.
        case closed(code: Int)
    }

    package enum Failure: Error, Equatable {
        /// Answered, and not as a WebSocket.
        case refused(status: Int)
        case fetch(FetchError)
    }

    private let carrier: SocketCarrier
    private let news: AsyncThrowingStream<News, any Error>

    /// Once it is open. `wss`, and `ws` where the request allows it; a deadline for as long as that takes. Whereto (`address`, `mayConnect`) is not asked: apps
    /// alone open sockets, to the one server that they are of. Throws a `Failure`, or `CancellationError` as soon
    /// as the task is cancelled.
    package static func open(_ request: FetchRequest) async throws -> FetchSocket {
        let (news, teller) = AsyncThrowingStream<News, any Error>.makeStream(bufferingPolicy: .bufferingOldest(1000))
        let carrier = try SocketCarrier(request, teller)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { carrier.start($0) }
        } onCancel: {
            carrier.giveUp()
        }
        return FetchSocket(carrier, news)
    }

    private init(_ carrier: SocketCarrier, _ news: AsyncThrowingStream<News, any Error>) { (self.carrier, self.news) = (carrier, news) }

    deinit { carrier.close() }

    /// Returns when it is on its way, or will be. What is said to a socket that is over goes nowhere: the one who listens hears of it.
    package func send(_ text: String) { carrier.say(Array(text.utf8)) }

    /// Waits for what comes next. Throws a `Failure` when the connection broke off without a word.
    package func receive() async throws -> News {
        for try await said in news { return said }
        throw CancellationError()
    }

    package func close() { carrier.close() }
}
