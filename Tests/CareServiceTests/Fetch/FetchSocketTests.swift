import Foundation
import TestKit
import Testing

@testable import Fetch

/// Against a server that says each byte as it is told to (RFC 6455); a real Messaging is asked in Tests/ClientStoryTests.
@Suite(.timeLimit(.minutes(3)))
struct FetchSocketTests {
    private typealias Server = ScriptedWebSocketServer

    private static func open(_ server: Server, deadline: Duration = .seconds(30), mostBytes: Int = 200_000) async throws -> FetchSocket {
        var request = FetchRequest(.get, "ws://127.0.0.1:\(server.port)/stream", deadline: deadline, mostBytes: mostBytes)
        request.allowsPlain = true
        request.headers = [("X-Asked", "for this")]
        return try await FetchSocket.open(request)
    }

    /// Both ends, after a handshake.
    private static func opened(_ script: [[UInt8]] = [], mostBytes: Int = 200_000) async throws -> (server: Server, socket: FetchSocket, peer: ScriptedPeer) {
        let server = try await Server()
        async let socket = open(server, mostBytes: mostBytes)
        let peer = try await server.accept(script)
        return (server, try await socket, peer)
    }

    /// What comes until the end: each message's text, and the code or the failure.
    private static func heard(_ socket: FetchSocket) async -> (texts: [String], end: String) {
        var texts: [String] = []
        while true {
            do {
                switch try await socket.receive() {
                case .message(let bytes): texts.append(String(decoding: bytes, as: UTF8.self))
                case .closed(let code): return (texts, "\(code)")
                }
            } catch FetchSocket.Failure.fetch(.tooLarge(let limit)) {
                return (texts, "longer than \(limit)")
            } catch is FetchSocket.Failure {
                return (texts, "broken off")
            } catch {
                return (texts, "\(type(of: error))")
            }
        }
    }

    private static func close(_ code: Int?) -> [UInt8] { Server.frame(8, code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? []) }
    fileprivate static func text(_ text: String, isFinal: Bool = true) -> [UInt8] { Server.frame(1, Array(text.utf8), isFinal: isFinal) }
    private static func goesOn(_ text: String, isFinal: Bool) -> [UInt8] { Server.frame(0, Array(text.utf8), isFinal: isFinal) }

    struct Said: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: [[UInt8]]
        let texts: [String]
        let end: String

        init(_ description: String, _ script: [[UInt8]], _ texts: [String], _ end: String) {
            (testDescription, self.script, self.texts, self.end) = (description, script, texts, end)
        }
    }

    private static let long = String(repeating: "ab", count: 50_000)

    static let table = [
        Said("one message, behind the handshake in one packet", [text("one") + close(1000)], ["one"], "1000"),
        Said("two in one packet", [[], text("one") + text("two") + close(1000)], ["one", "two"], "1000"),
        Said("one message byte by byte", [[]] + (text("slow") + close(1000)).map { [$0] }, ["slow"], "1000"),
        Said("an empty one", [text("") + text("after") + close(1000)], ["", "after"], "1000"),
        Said("a fragmented one", [text("a", isFinal: false) + goesOn("b", isFinal: false) + goesOn("c", isFinal: true) + close(1000)], ["abc"], "1000"),
        Said(
            "pings between the fragments of one",
            [text("a", isFinal: false), Server.frame(9, [1]) + goesOn("b", isFinal: true), Server.frame(10, []) + close(1000)], ["ab"], "1000"),
        Said("one of 100,000 bytes", [text(long) + close(1000)], [long], "1000"),
        Said("one that is too long", [Server.frame(1, [UInt8](repeating: 0x61, count: 200_001))], [], "longer than 200000"),
        Said("fragments that are too long together", [text(long, isFinal: false), goesOn(long, isFinal: false), goesOn("x", isFinal: true)], [], "longer than 200000"),
        Said("bytes", [Server.frame(2, Array("raw".utf8)) + close(1000)], ["raw"], "1000"),
        Said("closed without a code", [text("one") + close(nil)], ["one"], "1005"),
        Said("closed with a code of Careline's", [close(4401)], [], "4401"),
        Said("closed with a reason", [Server.frame(8, [0x03, 0xE9] + Array("going away".utf8))], [], "1001")
    ]

    @Test(arguments: table) func whatAServerSays(_ said: Said) async throws {
        let (server, socket, peer) = try await Self.opened(said.script)
        let heard = await Self.heard(socket)
        #expect(heard.texts == said.texts && heard.end == said.end)
        await peer.cut()
        await server.close()
    }

    @Test(arguments: [[], Array(FetchSocketTests.text("half").dropLast(2)), FetchSocketTests.text("a", isFinal: false)])
    func aConnectionThatIsCutHasNoCode(after script: [UInt8]) async throws {
        let (server, socket, peer) = try await Self.opened([Self.text("one") + script])
        await peer.cut()
        let heard = await Self.heard(socket)
        #expect(heard.texts == ["one"] && heard.end == "broken off")
        await server.close()
    }

    @Test func pingsAreAnsweredWithWhatTheyHold() async throws {
        let (server, socket, peer) = try await Self.opened([Server.frame(9, Array("are you there".utf8))])
        let pong = await peer.next()
        #expect(pong?.opcode == 10 && pong?.payload == Array("are you there".utf8))
        try await peer.write(Self.close(1000))
        #expect(await Self.heard(socket).end == "1000")
        await server.close()
    }

    @Test func whatIsSaidComesMaskedAndInOrder() async throws {
        let (server, socket, peer) = try await Self.opened()
        let said = ["one", "two", Self.long, "é", ""]
        for text in said { socket.send(text) }
        for text in said {
            let frame = await peer.next()
            #expect(frame?.opcode == 1 && frame?.payload == Array(text.utf8))
        }
        socket.close()
        let farewell = await peer.next()
        #expect(farewell?.opcode == 8 && farewell?.payload == [0x03, 0xE8])
        await server.close()
    }

    /// Whoever says much to one that does not read is not kept from hearing it, and ends when they want to.
    @Test func aServerThatDoesNotReadIsHeardAllTheSame() async throws {
        let (server, socket, peer) = try await Self.opened()
        try await peer.stopReading()
        for _ in 0..<200 { socket.send(Self.long) }
        try await peer.write(Self.text("still here"))
        guard case .message(let bytes) = try await socket.receive() else {
            Issue.record("no message")
            return
        }
        #expect(bytes == Array("still here".utf8))
        socket.close()
        #expect(await Self.heard(socket).end == "CancellationError")
        await peer.cut()
        await server.close()
    }

    @Test(arguments: [401, 404, 503]) func anAnswerThatIsNoWebSocketsIsSaid(_ status: Int) async throws {
        let server = try await Server()
        let opening = Task { try await Self.open(server) }
        let peer = try await server.accept(answer: "HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n")
        await #expect(throws: FetchSocket.Failure.refused(status: status)) { _ = try await opening.value }
        await peer.cut()
        await server.close()
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        "\u{1}\u{2}\r\n\r\n"
    ])
    func whatOnlyLooksLikeAnAnswerOpensNothing(_ answer: String) async throws {
        let server = try await Server()
        let opening = Task { try await Self.open(server) }
        let peer = try await server.accept(answer: answer)
        await peer.cut()
        await #expect(throws: FetchSocket.Failure.self) {
            // What says it is open is not: nothing comes of it.
            _ = try await opening.value.receive()
        }
        await server.close()
    }

    @Test func whoeverDoesNotAnswerIsWaitedForAsLongAsWasSaid() async throws {
        let server = try await Server()
        await #expect(throws: FetchSocket.Failure.fetch(.deadline)) { _ = try await Self.open(server, deadline: .milliseconds(300)) }
        await server.close()
    }

    @Test func whoeverGivesUpHearsOfItAtOnce() async throws {
        let server = try await Server()
        let opening = Task { try await Self.open(server, deadline: .seconds(60)) }
        try await Task.sleep(for: .milliseconds(50))
        opening.cancel()
        await #expect(throws: CancellationError.self) { _ = try await opening.value }
        await server.close()
    }

    @Test func plainSocketsAreOpenedOnlyWhereThatIsAllowed() async throws {
        let server = try await Server()
        let request = FetchRequest(.get, "ws://127.0.0.1:\(server.port)/", deadline: .seconds(5), mostBytes: 1000)
        await #expect(throws: FetchSocket.Failure.fetch(.notOverTLS)) { _ = try await FetchSocket.open(request) }
        await server.close()
    }
}
