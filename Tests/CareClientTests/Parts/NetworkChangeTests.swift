import CareClientTesting
import Foundation
import Testing

@testable import CareClient

/// What was opened by a network that is gone looks open still, and says nothing.
@Suite(.timeLimit(.minutes(3))) struct NetworkChangeTests {
    @Test(arguments: [(.network, 1), (.appInFront, 1), (.push, 0), (.asked, 0)] as [(CareClient.Trigger, Int)])
    func theTransportHearsOfIt(trigger: CareClient.Trigger, times: Int) async throws {
        let (device, changes) = (TestDevice(), Locked(0))
        var configuration = device.configuration()
        configuration.transport = ToldTransport(server: device.server, changes: changes)
        let care = try await CareClient(configuration)
        await care.refresh(trigger)
        #expect(changes.withLock { $0 } == times)
        await care.close()
    }

    private struct ToldTransport: Transport {
        let server: FakeServer
        let changes: Locked<Int>

        func send(_ call: HTTPCall) async throws -> HTTPReply { try await server.send(call) }
        func openSocket(_ call: HTTPCall) async throws -> any TransportSocket { try await server.openSocket(call) }
        func networkChanged() { changes.withLock { $0 += 1 } }
    }

    /// What only reads is asked for again at once, where the network before says nothing; what may have changed something is waited for.
    @Test(arguments: [("GET", false, 2), ("POST", true, 2), ("POST", false, 1)])
    func whatReadsIsAskedByTheOtherOne(method: String, isRead: Bool, times: Int) async throws {
        let device = TestDevice()
        let (asked, isAsked) = AsyncStream<Void>.makeStream()
        device.server.answerInTurn { number, _ in
            if number > 1 { return .json("{}") }
            isAsked.yield()
            try await Task.sleep(for: .seconds(3600))
            throw TransportFault.deadline
        }
        let care = try await BookingTests.client(device)
        let api = care.messaging.core.api
        let asking = Task { try await api.send(Call(method: method, path: "/things", isRead: isRead)) }
        for await _ in asked { break }
        // That somebody looks says nothing of the network.
        await care.refresh(.appInFront)
        #expect(device.server.calls("/things").count == 1)
        await care.refresh(.network)
        if times == 1 { asking.cancel() }
        let status = try? await asking.value.status
        #expect(status == (times == 1 ? nil : 200) && device.server.calls("/things").count == times)
        await care.close()
    }

    #if os(Linux)
        @Test func whatWasOpenedBeforeIsNotUsedAgain() async throws {
            let server = try ForgetfulServer()
            defer { withExtendedLifetime(server) {} }
            let (transport, call) = (FetchTransport(), HTTPCall(url: server.address, deadline: .seconds(20)))
            let first = try await transport.send(call)
            #expect(first.status == 200)
            transport.networkChanged()
            let second = try await transport.send(call)
            #expect(second.status == 200)
        }

        /// One of two shows it.
        @Test func norIsWhatWasOpenBesideOneThatSaysNothing() async throws {
            let server = try ForgetfulServer(together: 2)
            defer { withExtendedLifetime(server) {} }
            let (transport, call) = (FetchTransport(), HTTPCall(url: server.address, deadline: .seconds(20)))
            async let one = transport.send(call).status
            async let other = transport.send(call).status
            let statuses = try await [one, other]
            #expect(statuses == [200, 200])
            let hasty = HTTPCall(url: server.address, deadline: .seconds(1))
            await #expect(throws: TransportFault.deadline) { _ = try await transport.send(hasty) }
            let next = try await transport.send(call)
            #expect(next.status == 200)
        }
    #endif
}

#if os(Linux)
    /// Answers once on each connection, and is not there any more for who asks by it again.
    private final class ForgetfulServer: Sendable {
        let address: URL
        private let listening: Int32
        private let peers = Locked<[Int32]>([])

        /// The first ones are answered once so many have asked.
        init(together: Int = 1) throws {
            let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &place) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listening, $0, length) == 0 && getsockname(listening, $0, &length) == 0 }
            }
            guard isBound, listen(listening, 8) == 0, let address = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))/") else {
                throw TransportFault.unreachable
            }
            (self.address, self.listening) = (address, listening)
            let peers = peers
            Thread.detachNewThread { Self.run(listening, peers, together) }
        }

        deinit {
            // Whoever waits for the next one waits no more.
            shutdown(listening, Int32(SHUT_RDWR))
            for peer in peers.withLock({ $0 }) + [listening] { close(peer) }
        }

        private static func run(_ listening: Int32, _ peers: Locked<[Int32]>, _ together: Int) {
            let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)
            var (asking, most) = ([Int32](), together)
            while true {
                let peer = accept(listening, nil, nil)
                guard peer >= 0 else { return }
                peers.withLock { $0.append(peer) }
                var request = [UInt8](repeating: 0, count: 4096)
                guard read(peer, &request, request.count) > 0 else { continue }
                asking.append(peer)
                guard asking.count >= most else { continue }
                for each in asking { _ = write(each, answer, answer.count) }
                (asking, most) = ([], 1)
            }
        }
    }
#endif
