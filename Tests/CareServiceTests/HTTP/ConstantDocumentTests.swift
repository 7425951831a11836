import Synchronization
import Testing

@testable import HTTP

/// Answers that are not made for each who asks.
@Suite(.timeLimit(.minutes(3))) struct ConstantDocumentTests {
    private final class Times: Sendable {
        private let count = Mutex(0)

        var now: Int { count.withLock { $0 } }

        func add() { count.withLock { $0 += 1 } }
    }

    /// Knows how often it was encoded.
    private struct Greeting: Encodable, Sendable {
        let times: Times
        var isBroken = false

        private enum Key: CodingKey { case hello }
        private struct Broken: Error {}

        func encode(to encoder: any Encoder) throws {
            times.add()
            if isBroken { throw Broken() }
            var container = encoder.container(keyedBy: Key.self)
            try container.encode("world", forKey: .hello)
        }
    }

    @Test func isEncodedOnceHoweverManyAsk() async throws {
        let times = Times()
        let document = ConstantDocument(Greeting(times: times), lifetime: 300)
        let made = times.now
        #expect(made > 0)
        try await withServer([.get("/hello", .anyone, operation: "hello") { _ in try document.response() }]) { (server: HTTPServer) async throws -> Void in
            let client = HTTPClient()
            for _ in 0..<3 {
                let answer = try await client.get("http://127.0.0.1:\(server.port)/hello")
                #expect(answer.status == .ok && answer.body == Array(#"{"hello":"world"}"#.utf8))
                #expect(answer.headers["Content-Type"] == ["application/json"] && answer.headers["Cache-Control"] == ["public, max-age=300"])
                #expect(answer.headers["ETag"].isEmpty)
            }
        }
        #expect(times.now == made)
    }

    /// With a tag whoever has it hears so, and no more.
    @Test func whoHasItHearsSo() async throws {
        let document = ConstantDocument([1, 2], type: "image/x-icon", lifetime: 60, tag: "W/\"a\"")
        try await withServer([.get("/icon", .anyone, operation: "icon") { _ in try document.response() }]) { (server: HTTPServer) async throws -> Void in
            let (client, address) = (HTTPClient(), "http://127.0.0.1:\(server.port)/icon")
            let first = try await client.get(address)
            #expect(first.status == .ok && first.body == [1, 2] && first.headers["ETag"] == ["W/\"a\""])
            #expect(first.headers["Content-Type"] == ["image/x-icon"] && first.headers["X-Content-Type-Options"] == ["nosniff"])
            let known = try await client.get(address, headers: ["If-None-Match": "W/\"a\""])
            #expect(known.status == .notModified && known.body.isEmpty && known.headers["Cache-Control"] == ["public, max-age=60"])
            #expect(try await client.get(address, headers: ["If-None-Match": "W/\"b\""]).status == .ok)
        }
    }

    /// Nothing of ours is such; the service starts all the same.
    @Test func whatCannotBeWrittenIsTheFaultOfWhoeverAsks() {
        let document = ConstantDocument(Greeting(times: Times(), isBroken: true), lifetime: 300)
        for _ in 0..<2 { #expect(throws: (any Error).self) { try document.response() } }
    }

    @Test func isRemadeWhenItSaysAnother() throws {
        let times = Times()
        let document = RemadeDocument<[Int]> { numbers in
            times.add()
            if numbers.isEmpty { throw Problem.internal }
            return try .json(numbers)
        }
        func text(_ numbers: [Int]) throws -> String { String(decoding: try document.response(numbers).body, as: UTF8.self) }
        for _ in 0..<3 { #expect(try text([1]) == "[1]") }
        #expect(times.now == 1)
        for _ in 0..<3 { #expect(try text([1, 2]) == "[1,2]") }
        #expect(times.now == 2)
        // What fails is not kept, and what was stays.
        for _ in 0..<2 { #expect(throws: Problem.self) { try document.response([]) } }
        #expect(times.now == 4)
        #expect(try text([1, 2]) == "[1,2]" && times.now == 4)
    }
}
