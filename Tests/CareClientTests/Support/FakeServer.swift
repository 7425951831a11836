import CareModels
import Foundation

@testable import CareClient

/// Answers as a test says, and notes what it was asked.
final class FakeServer: Transport {
    typealias Answer = @Sendable (HTTPCall) async throws -> HTTPReply

    private let state: Locked<(calls: [HTTPCall], answer: Answer)>

    init(_ answer: @escaping Answer = { _ in throw TransportFault.unreachable }) { state = Locked((calls: [], answer: answer)) }

    var calls: [HTTPCall] { state.withLock { $0.calls } }

    func calls(_ path: String) -> [HTTPCall] { calls.filter { $0.url.path == path } }

    func answer(_ answer: @escaping Answer) { state.withLock { $0.answer = answer } }

    func send(_ call: HTTPCall) async throws -> HTTPReply {
        let answer = state.withLock { state in
            state.calls.append(call)
            return state.answer
        }
        return try await answer(call)
    }

    private let waiting = Locked<[FakeSocket]>([])

    /// The next attempts to open a stream get these; without one there is no way there.
    func offer(_ sockets: FakeSocket...) { waiting.withLock { $0 += sockets } }

    func openSocket(_ call: HTTPCall) async throws -> any TransportSocket {
        state.withLock { $0.calls.append(call) }
        guard let socket = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { throw TransportFault.unreachable }
        return socket
    }
}

/// A stream whose server is the test.
final class FakeSocket: TransportSocket {
    private let news: AsyncStream<SocketNews>
    private let server: AsyncStream<SocketNews>.Continuation
    private let heard: AsyncStream<String>
    private let client: AsyncStream<String>.Continuation

    init() {
        (news, server) = AsyncStream<SocketNews>.makeStream()
        (heard, client) = AsyncStream<String>.makeStream()
    }

    func say(_ text: String) { server.yield(.message(Data(text.utf8))) }
    func end(_ code: Int) { server.yield(.closed(code: code)) }
    func breakOff() { server.finish() }

    /// What the client says next.
    func next() async -> String? { for await text in heard { return text }; return nil }

    func send(_ text: String) async throws { client.yield(text) }

    func receive() async throws -> SocketNews {
        for await each in news { return each }
        throw TransportFault.unreachable
    }

    func close() { server.finish() }
}

extension HTTPReply {
    static func json(_ text: String, status: Int = 200) -> HTTPReply {
        HTTPReply(status: status, headers: ["Content-Type": "application/json"], body: Data(text.utf8))
    }

    static func problem(_ name: String, _ status: Int, _ more: String = "") -> HTTPReply {
        json(#"{"type":"https://care.test/problems/\#(name)","title":"\#(name)","status":\#(status)\#(more)}"#, status: status)
    }
}

extension HTTPCall {
    /// Of a form's body.
    var form: [String: String] {
        var parts = URLComponents()
        parts.percentEncodedQuery = body.map { String(decoding: $0, as: UTF8.self) }
        return Dictionary((parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    var query: [String: String] {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }
}
