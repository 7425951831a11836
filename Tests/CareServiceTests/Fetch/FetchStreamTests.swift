import Fetch
import Foundation
import Synchronization
import Testing

@testable import HTTP

/// Responses that go on, and bodies whose way is told, against a server that says each byte as it is told to.
@Suite(.timeLimit(.minutes(3)))
struct FetchStreamTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"

    private func request(_ port: Int, deadline: Duration = .seconds(30)) -> FetchRequest {
        var request = FetchRequest(.get, "http://127.0.0.1:\(port)/feed", deadline: deadline, mostBytes: 0)
        request.allowsPlain = true
        return request
    }

    /// A response of these bytes, and who says more.
    private func stream(
        _ answer: String, deadline: Duration = .seconds(30), mostParts: Int = 1024, _ body: (FetchStream<[UInt8]>, ScriptedPeer) async throws -> Void
    ) async throws {
        let server = try await ScriptedWebSocketServer()
        let fetcher = Fetcher()
        async let opened = fetcher.open(request(server.port, deadline: deadline), mostParts: mostParts) { Array($0) }
        let peer = try await server.accept(answer: answer)
        try await body(try await opened, peer)
        await peer.cut()
        await server.close()
    }

    private func text(_ part: [UInt8]?) -> String? { part.map { String(decoding: $0, as: UTF8.self) } }

    @Test func bringsEachPartAsItComes() async throws {
        try await stream("HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n" + Self.head + "\r\n") { stream, peer in
            #expect(stream.status == 200 && stream.headers.map(\.name) == ["Content-Type"])
            var parts = stream.parts.makeAsyncIterator()
            for said in ["data: 1\n\n", ": \n\n", "data: 2\n\n"] {
                try await peer.write(Array(said.utf8))
                let part = try await parts.next()
                #expect(text(part) == said)
            }
            await peer.cut()
            let end = try await parts.next()
            #expect(end == nil)
        }
    }

    @Test func aRefusalIsAResponseToo() async throws {
        try await stream("HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno") { stream, _ in
            #expect(stream.status == 401)
            var parts = stream.parts.makeAsyncIterator()
            let part = try await parts.next()
            #expect(text(part) == "no")
            let end = try await parts.next()
            #expect(end == nil)
        }
    }

    /// Not by its characters: an accent behind a colon makes another one of it, and a row of thousands of them takes a second at each comparison.
    @Test func aHeadIsReadByItsBytes() async throws {
        try await stream("HTTP/1.1 200 OK\r\nX-Accent:\u{301}a\r\nX-Na\u{301}me: b\r\nX-Last: c\r\n\r\n") { stream, _ in
            #expect(stream.headers.map(\.name) == ["X-Accent", "X-Last"])
            #expect(stream.headers.first?.value == "\u{301}a")
        }
    }

    @Test func aHeadThatIsCutShortIsNone() async throws {
        let server = try await ScriptedWebSocketServer()
        async let opened = Fetcher().open(request(server.port)) { Array($0) }
        let peer = try await server.accept(answer: Self.head)
        await peer.cut()
        do {
            _ = try await opened
            Issue.record("a response")
        } catch let error as FetchError {
            guard case .broken = error else { return #expect(error == .broken("")) }
        }
        await server.close()
    }

    @Test func aBodyThatIsCutShortIsAnError() async throws {
        try await stream(Self.head + "Transfer-Encoding: chunked\r\n\r\n4\r\ndata\r\n") { stream, peer in
            var parts = stream.parts.makeAsyncIterator()
            let part = try await parts.next()
            #expect(text(part) == "data")
            await peer.cut()
            do {
                _ = try await parts.next()
                Issue.record("an end")
            } catch let error as FetchError {
                guard case .broken = error else { return #expect(error == .broken("")) }
            }
        }
    }

    /// What is said begins it anew: the whole takes longer than its deadline.
    @Test func aSilenceIsOverAtItsDeadline() async throws {
        try await stream(Self.head + "\r\n", deadline: .seconds(5)) { stream, peer in
            var parts = stream.parts.makeAsyncIterator()
            for _ in 0..<4 {
                try await Task.sleep(for: .milliseconds(1500))
                try await peer.write(Array(": still there\n\n".utf8))
                let part = try await parts.next()
                #expect(part != nil)
            }
            await #expect(throws: FetchError.deadline) { _ = try await parts.next() }
        }
    }

    @Test func closingItTellsTheServer() async throws {
        try await stream(Self.head + "\r\n") { stream, peer in
            stream.close()
            stream.close()
            #expect(await peer.next() == nil)
            var parts = stream.parts.makeAsyncIterator()
            await #expect(throws: CancellationError.self) { _ = try await parts.next() }
        }
    }

    @Test func whoTakesNothingLosesIt() async throws {
        try await stream(Self.head + "\r\n", mostParts: 2) { stream, peer in
            // In packets of their own, until it is gone.
            var count = 0
            while (try? await peer.write(Array("data: \(count)\n\n".utf8))) != nil, count < 10_000 {
                try await Task.sleep(for: .milliseconds(1))
                count += 1
            }
            #expect(count < 10_000)
            var parts = stream.parts.makeAsyncIterator()
            let part = try await parts.next()
            #expect(text(part)?.hasPrefix("data: 0") == true)
            _ = try await parts.next()
            await #expect(throws: FetchError.self) { _ = try await parts.next() }
        }
    }

    @Test func whoIsCancelledWaitsNoLonger() async throws {
        let server = try await ScriptedWebSocketServer()
        let asked = request(server.port)
        let opening = Task { try await Fetcher().open(asked) { Array($0) }.status }
        let peer = try await server.accept(answer: "HTTP/1.1 200 OK\r\n")
        opening.cancel()
        await #expect(throws: CancellationError.self) { _ = try await opening.value }
        #expect(await peer.next() == nil)
        await server.close()
    }

    @Test(arguments: [0, 5, 3_000_000]) func tellsHowFarABodyHasCome(_ count: Int) async throws {
        let route = Route.put("/file", .anyone, bodyLimit: 4 << 20, operation: "file") { request in Response(.ok, body: Array(String(request.body.count).utf8)) }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let told = Mutex<[Int]>([])
            var asked = FetchRequest(
                .other("PUT", [UInt8](repeating: 7, count: count)), "http://127.0.0.1:\(server.port)/file", deadline: .seconds(30), mostBytes: 100)
            asked.allowsPlain = true
            asked.onSent = { sent in told.withLock { $0.append(sent) } }
            let answer = try await Fetcher().fetch(asked)
            #expect(answer.body == Array(String(count).utf8))
            let steps = told.withLock { $0 }
            #expect(steps == Set(steps).sorted() && steps.last == (count == 0 ? nil : count))
        }
    }
}
