import Testing

@testable import CareService
@testable import HTTP

@Suite(.timeLimit(.minutes(3)))
struct HTTPClientTests {
    @Test func keepsItsConnectionsAndBoundsThem() async throws {
        let route = Route.post("/echo", .anyone, query: ["n"], operation: "echo") { request in Response(.ok, body: request.body) }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let client = HTTPClient(mostConnections: 3)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let body = Array("body \(number)".utf8)
                        return try await client.send(.POST, "http://127.0.0.1:\(server.port)/echo?n=\(number)", body: body, deadline: .seconds(30)).body == body
                    }
                }
                for try await isEqual in group { #expect(isEqual) }
            }
            #expect(server.openConnections <= 3)
            #expect(server.openConnections > 0)
        }
    }

    @Test func holdsItsDeadlineAndItsLimit() async throws {
        let gate = Gate()
        let routes: [Route] = [
            .get("/stuck", .anyone, operation: "stuck") { _ in
                await gate.wait()
                return .noContent
            },
            .get("/large", .anyone, operation: "large") { _ in Response(.ok, body: [UInt8](repeating: 65, count: 2000)) }
        ]
        try await withServer(routes) { (server: HTTPServer) async throws -> Void in
            let client = HTTPClient(mostConnections: 1, mostBytes: 1000)
            let base = "http://127.0.0.1:\(server.port)"
            await #expect(throws: HTTPClientError.deadline) { _ = try await client.get(base + "/stuck", deadline: .milliseconds(50)) }
            gate.open()
            await #expect(throws: HTTPClientError.tooLarge(limit: 1000)) { _ = try await client.get(base + "/large") }
            #expect(try await client.get(base + "/stuck").status == .noContent)
        }
    }

    /// A server closes what it keeps when it likes: after an answer, or just as the next request arrives.
    @Test(arguments: Forgetful.When.allCases) func sendsAgainWhenAKeptConnectionWasClosed(_ when: Forgetful.When) async throws {
        let server = try await Forgetful(closing: when)
        let client = HTTPClient(mostConnections: 1)
        for _ in 0..<3 {
            #expect(try await client.get("http://127.0.0.1:\(server.port)/x").status == .noContent)
        }
        try await server.close()
        #expect(server.accepted == 3)
    }

    @Test(arguments: ["https://127.0.0.1/", "http://", "http://a:b/", "ftp://x", "http://127.0.0.1:99999/"]) func refusesOtherAddresses(_ url: String) async {
        await #expect(throws: HTTPClientError.badURL) { _ = try await HTTPClient().get(url) }
    }

    @Test func failsWhenNobodyListens() async throws {
        let server = HTTPServer(HTTPServerConfiguration(port: 0), routes: [], verifier: nil)
        try await server.start()
        let port = server.port
        await server.drain(within: .seconds(1))
        await #expect(throws: (any Error).self) { _ = try await HTTPClient().get("http://127.0.0.1:\(port)/") }
    }
}
