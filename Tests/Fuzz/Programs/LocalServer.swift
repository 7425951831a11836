import Foundation
import NIOCore

@testable import HTTP
@testable import Telemetry

/// The services' server in this process, with a few routes that read all that can be read of a request.
final class LocalServer: Sendable {
    static let shared = LocalServer()

    let port: Int
    private let server: HTTPServer

    private init() {
        Log.level = .error
        var configuration = HTTPServerConfiguration(port: 0)
        // The client waits 20 s for an end: what takes longer than these is a hang.
        configuration.bodyDeadline = .seconds(5)
        configuration.idleDeadline = .seconds(5)
        configuration.headDeadline = .seconds(5)
        let nobody = CallerCheck(known: { _, _ in .checked(nil) }, check: { _, _ in nil })
        let server = HTTPServer(configuration, routes: Self.routes, callers: nobody)
        self.server = server
        let started = DispatchSemaphore(value: 0)
        Task {
            do { try await server.start() } catch { fatalError("the server does not start: \(error)") }
            started.signal()
        }
        started.wait()
        port = server.port
    }

    private struct Echo: Codable, Sendable {
        var id: String?
        var query: String
        var client: String
    }

    private static func echo(_ request: Request, id: String? = nil) throws -> Response {
        try .json(Echo(id: id, query: request.queryString, client: request.clientAddress))
    }

    private static let routes: [Route] = [
        .get("/", .anyone, query: ["a", "at"], operation: "root") { request in
            _ = try request.query.instant("at")
            return try echo(request)
        },
        .get("/things/:id", .anyone, query: ["limit", "after"], operation: "thing") { request in
            _ = try request.page()
            _ = try request.ifMatch()
            return try echo(request, id: request.parameter("id"))
        },
        .post("/things", .anyone, bodyLimit: 1024, operation: "make") { request in
            let echo: Echo = try request.decode()
            return try .json(echo, status: .created)
        },
        .post("/form", .anyone, bodyLimit: 1024, operation: "form") { request in
            _ = try request.form()
            return .noContent
        },
        .post("/files", .anyone, bodyLimit: 2048, operation: "upload") { request in
            var parts = try MultipartReader(request, most: 2)
            while try await parts.nextPart() != nil { while try await parts.nextPiece() != nil {} }
            return .noContent
        }.streamed(),
        .get("/stream", .anyone, operation: "stream") { request in
            try .webSocket(request) { socket in
                while true {
                    switch await socket.next() {
                    case .closed: return .normal
                    case .text(let text):
                        do { try await socket.send(text) } catch { return .normal }
                    case .nudged: continue
                    }
                }
            }
        }
    ]
}
