import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// The live stream where WebSockets are blocked: as server-sent events, or in pages.
@Suite(.timeLimit(.minutes(3))) struct BlockedSocketTests {
    private static func client(
        _ device: TestDevice, _ network: StreamTransport, _ answer: @escaping FakeServer.Answer = MessageWatchTests.history(of: 3)
    ) async throws -> CareClient {
        try device.keepSession()
        device.server.answer(answer)
        var configuration = device.configuration(isLive: true)
        configuration.transport = network
        return try await CareClient(configuration)
    }

    @Test func eventsBringWhatTheSocketWouldAndGoOnWhereTheyBrokeOff() async throws {
        let device = TestDevice()
        let network = StreamTransport(device.server)
        let (first, second) = (network.offer(), network.offer())
        let care = try await Self.client(device, network)
        first.say("resumed", LiveTests.resumed(3))
        for await state in care.connectionStates where state == .connected { break }
        // Sockets were tried first.
        #expect(device.server.calls("/stream").count == 3)
        let asked = try #require(network.opened.first)
        #expect(asked.url.path == "/feed" && asked.query.isEmpty && asked.headers["Accept"] == "text/event-stream")
        #expect(asked.headers["Authorization"] == "Bearer access-1")
        _ = try await MessageWatchTests.first(care.messaging.messages(in: MessageWatchTests.conversation)) { $0.isDataFresh }
        device.server.answer { _ in throw TransportFault.unreachable }
        first.yield(Data(":\n\n".utf8))
        first.say("entries", LiveTests.entries(4, 5))
        _ = try await LiveTests.sequences(care, [5, 4, 3, 2, 1])

        first.finish()
        second.say("resumed", LiveTests.resumed(5))
        second.say("entries", LiveTests.entries(6))
        _ = try await LiveTests.sequences(care, [6, 5, 4, 3, 2, 1])
        #expect(network.opened.count == 2 && network.opened[1].query == ["after": "5", "epoch": LiveTests.epoch])
        // A socket was tried once more: it might have been the network that was away.
        #expect(device.server.calls("/stream").count == 4)
        await care.close()
    }

    /// What stands in the way refuses as the server would: it ends nothing, and another way is tried.
    @Test(arguments: [401, 403, 404, 407, 502]) func aProxyThatRefusesSocketsEndsNothing(status: Int) async throws {
        let device = TestDevice()
        let network = StreamTransport(device.server, blocked: .notUpgraded(status: status))
        let (first, second) = (network.offer(), network.offer())
        let care = try await Self.client(device, network)
        first.say("resumed", LiveTests.resumed(3))
        for await state in care.connectionStates where state == .connected { break }
        #expect(device.server.calls("/stream").count == 3 && device.server.calls("/oauth/token").isEmpty)
        // A socket once more, and then what comes through.
        first.finish()
        second.say("resumed", LiveTests.resumed(3))
        while network.opened.count < 2 { try await Task.sleep(for: .milliseconds(2)) }
        for await state in care.connectionStates where state == .connected { break }
        #expect(device.server.calls("/stream").count == 4 && device.server.calls("/oauth/token").isEmpty)
        await care.close()
    }

    /// The same status, and Careline says why: it is not asked for again until the next login.
    @Test func whatTheTokenMayNotHearIsNotAskedForAgain() async throws {
        let device = TestDevice()
        let care = try await Self.client(device, StreamTransport(device.server, blocked: .notUpgraded(status: 403))) { call in
            call.url.path == "/feed" ? .problem("insufficient-scope", 403) : .json(#"{"items":[]}"#)
        }
        while device.server.calls("/feed").isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        while care.connectionState != .notConnected { try await Task.sleep(for: .milliseconds(2)) }
        await care.refresh(.network)
        #expect(care.connectionState == .notConnected && device.server.calls("/stream").count == 1)
        await care.close()
    }

    @Test func aTokenThatEndsIsReplacedAtOnce() async throws {
        let device = TestDevice()
        let network = StreamTransport(device.server)
        let (first, second) = (network.offer(), network.offer())
        let care = try await Self.client(device, network)
        first.say("resumed", LiveTests.resumed(3))
        for await state in care.connectionStates where state == .connected { break }
        device.server.answer { call in call.url.path == "/oauth/token" ? SessionTests.tokens(2) : .json(#"{"items":[]}"#) }
        first.say("end", #"{"type":"end","code":4401,"detail":"the token has ended"}"#)
        second.say("resumed", LiveTests.resumed(3))
        while network.opened.count < 2 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(network.opened.map { $0.headers["Authorization"] } == ["Bearer access-1", "Bearer access-2"])
        await care.close()
    }

    @Test func aGapIsAskedForAgain() async throws {
        let device = TestDevice()
        let network = StreamTransport(device.server)
        let (first, second) = (network.offer(), network.offer())
        let care = try await Self.client(device, network)
        first.say("resumed", LiveTests.resumed(3))
        first.say("entries", LiveTests.entries(5))
        second.say("resumed", LiveTests.resumed(3))
        while network.opened.count < 2 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(network.opened[1].query == ["after": "3", "epoch": LiveTests.epoch])
        await care.close()
    }

    /// A network that lets neither through: what is new comes with the next page.
    @Test func pagesBringItWhereNoStreamComesThrough() async throws {
        let device = TestDevice()
        let (newest, isFeedAlone) = (Locked(3), Locked(false))
        let history = MessageWatchTests.history(of: 3)
        let care = try await Self.client(device, StreamTransport(device.server)) { call in
            guard call.url.path == "/feed" else {
                if isFeedAlone.withLock({ $0 }) { throw TransportFault.unreachable }
                return try await history(call)
            }
            let (now, after) = (newest.withLock { $0 }, call.query["after"].flatMap { Int($0) })
            let missed = after.map { $0 < now ? Array(($0 + 1)...now) : [] } ?? []
            let entries = missed.map { "\(LiveTests.entries($0).dropFirst(#"{"type":"entries","entries":["#.count).dropLast(2))" }.joined(separator: ",")
            return .json(#"{"epoch":"\#(LiveTests.epoch)","sequence":\#(now),"recovered":true,"items":[\#(entries)]}"#)
        }
        for await state in care.connectionStates where state == .connected { break }
        _ = try await MessageWatchTests.first(care.messaging.messages(in: MessageWatchTests.conversation)) { $0.isDataFresh }
        isFeedAlone.withLock { $0 = true }
        newest.withLock { $0 = 5 }
        // A push came, say: the next page is asked for at once.
        async let shown = LiveTests.sequences(care, [5, 4, 3, 2, 1])
        while device.server.calls("/feed").last?.query["after"] != "3" {
            await care.refresh(.push)
            try await Task.sleep(for: .milliseconds(2))
        }
        _ = try await shown
        #expect(care.connectionState == .connected)
        await care.close()
    }

    /// It may have left before what a push tells of.
    @Test func whoHurriesWhileAPageIsOnItsWayGetsTheNextAtOnce() async throws {
        let device = TestDevice()
        let (asked, isAsked) = AsyncStream<Void>.makeStream()
        let (goesOn, mayGoOn) = AsyncStream<Void>.makeStream()
        device.server.answerInTurn { number, _ in
            if number == 2 {
                isAsked.yield()
                for await _ in goesOn {}
            }
            let items = number < 3 ? "" : "\(LiveTests.entries(4).dropFirst(#"{"type":"entries","entries":["#.count).dropLast(2))"
            return .json(#"{"epoch":"\#(LiveTests.epoch)","sequence":\#(number < 3 ? 3 : 4),"recovered":true,"items":[\#(items)]}"#)
        }
        let socket = PageSocket(try APITests.api(device), after: FeedPlace(epoch: LiveTests.epoch, sequence: 3))
        _ = try await socket.receive()
        let next = Task { try await socket.receive() }
        while device.server.calls("/feed").count < 2 {
            await socket.hurry()
            try await Task.sleep(for: .milliseconds(2))
        }
        for await _ in asked { break }
        await socket.hurry()
        mayGoOn.finish()
        let news = try await next.value
        guard case .message(let frame) = news else {
            Issue.record("\(news)")
            return
        }
        #expect(String(decoding: frame, as: UTF8.self).hasPrefix(#"{"type":"entries""#))
        #expect(device.server.calls("/feed").count == 3)
    }
}
