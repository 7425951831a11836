import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Synchronization
import TestKit

@testable import AuthService

/// A client's own server: a real one, which says what a test tells it to.
final class ClientServer: Sendable {
    private struct State {
        var bodies: [String: [String]] = [:]
        var statuses: [String: Int] = [:]
        var stuck: Set<String> = []
        var jwks = ""
        var cacheControl: String?
        var reads = 0
    }

    private let state = Mutex(State())
    private let port = Mutex(0)

    /// Runs while `body` does.
    static func run<R>(_ body: (ClientServer) async throws -> R) async throws -> R {
        let own = ClientServer()
        let routes = ["/logout", "/other", "/moved"].map { path in
            Route.post(path, .anyone, operation: "take\(path.dropFirst())") { request in try await own.take(request) }
        }
        let keys = Route.get("/jwks", .anyone, operation: "takeKeys") { _ in own.keys() }
        return try await TestKit.withRoutes(routes + [keys]) { server in
            own.port.withLock { $0 = server.port }
            defer { own.release() }
            return try await body(own)
        }
    }

    func url(_ path: String = "/logout") -> String { "http://127.0.0.1:\(port.withLock { $0 })\(path)" }

    func answer(_ status: Int, at path: String = "/logout") { state.withLock { $0.statuses[path] = status } }
    /// From now on it does not answer there.
    func hold(_ path: String) { _ = state.withLock { $0.stuck.insert(path) } }
    func release() { state.withLock { $0.stuck = [] } }

    func bodies(at path: String = "/logout") -> [String] { state.withLock { $0.bodies[path] ?? [] } }

    /// The logout tokens that came, in their order.
    func logoutTokens(at path: String = "/logout") throws -> [String] {
        try bodies(at: path).map { body in
            guard body.hasPrefix("logout_token=") else { throw TestKitError("no logout token") }
            return String(body.dropFirst(13))
        }
    }

    /// What `/jwks` says from now on.
    func publish(_ jwks: String, cacheControl: String? = nil) { state.withLock { ($0.jwks, $0.cacheControl) = (jwks, cacheControl) } }
    /// How often it was asked for.
    var reads: Int { state.withLock { $0.reads } }

    private func keys() -> Response {
        let (jwks, status, cacheControl) = state.withLock { state in
            state.reads += 1
            return (state.jwks, state.statuses["/jwks"] ?? 200, state.cacheControl)
        }
        var headers: HTTPHeaders = (300..<400).contains(status) ? ["Location": url("/moved")] : [:]
        if let cacheControl { headers.add(name: "Cache-Control", value: cacheControl) }
        return Response(HTTPResponseStatus(statusCode: status), headers: headers, body: Array(jwks.utf8))
    }

    private func take(_ request: Request) async throws -> Response {
        let path = request.path
        let status = state.withLock { state in
            state.bodies[path, default: []].append(String(decoding: request.body, as: UTF8.self))
            return state.statuses[path] ?? 200
        }
        while state.withLock({ $0.stuck.contains(path) }), !Task.isCancelled { try await Task.sleep(for: .milliseconds(10)) }
        return Response(HTTPResponseStatus(statusCode: status), headers: (300..<400).contains(status) ? ["Location": url("/moved")] : [:])
    }
}
