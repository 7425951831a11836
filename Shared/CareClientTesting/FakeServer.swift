import CareClient
import CareModels
import Foundation

/// A server for an app's tests: it answers as a test says, and notes what it was asked. Until it is told what to answer there is no way there, as without a network.
/// Of the product `CareClientTesting`.
public final class FakeServer: Transport {
    /// What it says to a request; what it throws is a network's fault, as `TransportFault.unreachable`.
    public typealias Answer = @Sendable (HTTPCall) async throws -> HTTPReply

    private let state: Locked<(calls: [HTTPCall], answer: Answer)>
    private let waiting = Locked<[FakeSocket]>([])
    /// Who logs in, by the nonce that the app has given the browser.
    let login = Locked<(person: UserID, nonce: String)?>(nil)

    /// One that answers so; out of reach when it is not told how.
    public init(_ answer: @escaping Answer = { _ in throw TransportFault.unreachable }) { state = Locked((calls: [], answer: answer)) }

    /// All that it was asked, in order.
    public var calls: [HTTPCall] { state.withLock { $0.calls } }

    /// What this path was asked, in order: `/appointments` is that alone, and not what lies below it.
    public func calls(_ path: String) -> [HTTPCall] { calls.filter { $0.url.path == path } }

    /// Answers so from now on.
    public func answer(_ answer: @escaping Answer) { state.withLock { $0.answer = answer } }

    /// The next attempts to open a live stream get these; without one there is no way there.
    public func offer(_ sockets: FakeSocket...) { waiting.withLock { $0 += sockets } }

    /// Asks it, as a client does.
    public func send(_ call: HTTPCall) async throws -> HTTPReply {
        let answer = state.withLock { state in
            state.calls.append(call)
            return state.answer
        }
        if let reply = answerToLogin(call) { return reply }
        return try await answer(call)
    }

    /// Gives the next of those that were offered, as a client asks for it.
    public func openSocket(_ call: HTTPCall) async throws -> any TransportSocket {
        state.withLock { $0.calls.append(call) }
        guard let socket = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { throw TransportFault.unreachable }
        return socket
    }
}

extension HTTPReply {
    /// An answer of JSON, for a test (`CareClientTesting`).
    public static func json(_ text: String, status: Int = 200) -> HTTPReply {
        HTTPReply(status: status, headers: ["Content-Type": "application/json"], body: Data(text.utf8))
    }

    /// As the platform refuses something, for a test (`CareClientTesting`); `more` are members of its own, with a comma before.
    public static func problem(_ name: String, _ status: Int, _ more: String = "") -> HTTPReply {
        json(#"{"type":"https://care.test/problems/\#(name)","title":"\#(name)","status":\#(status)\#(more)}"#, status: status)
    }
}

extension HTTPCall {
    /// Of a form's body, for a test (`CareClientTesting`).
    public var form: [String: String] {
        var parts = URLComponents()
        parts.percentEncodedQuery = body.map { String(decoding: $0, as: UTF8.self) }
        return Self.values(parts)
    }

    /// Of the address, for a test (`CareClientTesting`).
    public var query: [String: String] { URLComponents(url: url, resolvingAgainstBaseURL: false).map(Self.values) ?? [:] }

    private static func values(_ parts: URLComponents) -> [String: String] {
        Dictionary((parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }
}
