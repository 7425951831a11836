import ArgumentParser
import CareClient
import CareModels
import Foundation

/// Says so much without a network, by turns in each conversation, then has one: how long until the server has taken the last of it.
struct Drain: AsyncParsableCommand {
    @OptionGroup var device: Device
    @Option var conversation: [ConversationID]
    @Option var count: Int

    func run() async throws {
        let network = Switch()
        let care = try await device.care(isLive: false, over: network)
        let queueing = ContinuousClock.now
        for number in 0..<count { try await care.messaging.send(.text("\(number): \(words)"), to: conversation[number % conversation.count]) }
        let queued = queueing.duration(to: .now)
        let began = ContinuousClock.now
        network.isOn.withLock { $0 = true }
        await care.refresh(.network)
        while network.count < count {
            guard began.duration(to: .now) < .seconds(60) else { throw ValidationError("\(network.count) of \(count) sent within a minute") }
            try await Task.sleep(for: .milliseconds(1))
        }
        let drained = began.duration(to: .now)
        await care.close()
        try report(["queued": queued / .milliseconds(1), "drained": drained / .milliseconds(1)])
    }
}

let words = "Since yesterday evening it beats faster when I climb the stairs; should I come by?"

/// The system's network behind a switch, which counts the messages that were taken.
final class Switch: Transport {
    let isOn = Locked(false)
    var count: Int { taken.withLock { $0 } }
    private let taken = Locked(0)
    private let network = FetchTransport()

    func send(_ call: HTTPCall) async throws -> HTTPReply {
        guard isOn.withLock({ $0 }) else { throw TransportFault.unreachable }
        let reply = try await network.send(call)
        if call.method == "POST", reply.status == 201 {
            let count = call.url.path.hasSuffix("/messages") ? 1 : try JSONDecoder().decode(Sent.self, from: reply.body).items.count
            taken.withLock { $0 += count }
        }
        return reply
    }

    private struct Sent: Decodable {
        struct Item: Decodable {}

        var items: [Item]
    }

    func openSocket(_ call: HTTPCall) async throws -> any TransportSocket { throw TransportFault.unreachable }
}
