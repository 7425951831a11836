import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Synchronization
import TestKit

@testable import WebhooksService

/// A back-end that takes webhooks: a real server, which says what a test tells it to.
final class Receiver: Sendable {
    struct Call: Sendable {
        var path: String
        var headers: HTTPHeaders
        var body: [UInt8]

        var id: String { headers.first(name: "webhook-id") ?? "" }
        var signatures: [String] { (headers.first(name: "webhook-signature") ?? "").split(separator: " ").map(String.init) }
        var timestamp: Int { headers.first(name: "webhook-timestamp").flatMap { Int($0) } ?? 0 }

        func event() throws -> Event { try CareJSON.decode(Event.self, from: Data(body)) }

        func isSigned(by secret: String) -> Bool {
            guard secret.hasPrefix("whsec_"), let bytes = Data(base64Encoded: String(secret.dropFirst(6))) else { return false }
            return signatures.contains(SigningSecret([UInt8](bytes)).signature(id: id, timestamp: timestamp, body: body))
        }
    }

    struct Event: Decodable, Sendable {
        struct Versioned: Decodable, Sendable { var version: Int? }
        var specversion: String
        var id: String
        var source: String
        var type: String
        var subject: String
        var datacontenttype: String
        var data: Versioned
    }

    private struct State {
        var calls: [Call] = []
        var statuses: [String: (Int, HTTPHeaders)] = [:]
        var stuck: Set<String> = []
    }

    private let state = Mutex(State())
    private let port = Mutex(0)

    /// Runs while `body` does.
    static func run<R>(_ body: (Receiver) async throws -> R) async throws -> R {
        let receiver = Receiver()
        let routes = ["/hook", "/other", "/slow"].map { path in
            Route.post(path, .anyone, operation: "receive\(path.dropFirst())") { request in try await receiver.take(request) }
        }
        return try await TestKit.withRoutes(routes) { server in
            receiver.port.withLock { $0 = server.port }
            defer { receiver.release() }
            return try await body(receiver)
        }
    }

    func url(_ path: String = "/hook") -> String { "http://127.0.0.1:\(port.withLock { $0 })\(path)" }

    var calls: [Call] { state.withLock { $0.calls } }
    func calls(at path: String) -> [Call] { calls.filter { $0.path == path } }

    func answer(_ status: Int, at path: String = "/hook", headers: HTTPHeaders = [:]) { state.withLock { $0.statuses[path] = (status, headers) } }

    /// From now on it does not answer there.
    func hold(_ path: String) { _ = state.withLock { $0.stuck.insert(path) } }
    func release() { state.withLock { $0.stuck = [] } }

    func forget() { state.withLock { $0.calls = [] } }

    private func take(_ request: Request) async throws -> Response {
        let call = Call(path: request.path, headers: request.headers, body: request.body)
        let (status, headers) = state.withLock { state in
            state.calls.append(call)
            return state.statuses[call.path] ?? (204, [:])
        }
        while state.withLock({ $0.stuck.contains(call.path) }), !Task.isCancelled { try await Task.sleep(for: .milliseconds(10)) }
        return Response(HTTPResponseStatus(statusCode: status), headers: headers)
    }
}
