import ArgumentParser
import CareClient
import CareModels
import Foundation

/// From one app's `send` to the value that the other's watcher shows, at a steady pace.
struct Talk: AsyncParsableCommand {
    @OptionGroup var device: Device
    /// The other's device.
    @Option var other: String
    @Option var conversation: ConversationID
    @Option var count: Int
    /// A second.
    @Option var rate: Double

    func run() async throws {
        let sender = try await device.care(isLive: true), receiver = try await device.care(at: other, isLive: true)
        let mark = UUID().uuidString
        let arrived = Locked([ContinuousClock.Instant?](repeating: nil, count: count)), isFresh = Locked(false)
        let listening = Task {
            for try await watched in receiver.messaging.messages(in: conversation) {
                let now = ContinuousClock.now
                if watched.isDataFresh { isFresh.withLock { $0 = true } }
                for item in watched.data.items {
                    guard let text = item.content?.text, text.hasPrefix(mark), let index = Int(text.dropFirst(mark.count + 1).prefix { $0 != ":" }) else { continue }
                    arrived.withLock { if $0[index] == nil { $0[index] = now } }
                }
            }
        }
        while !isFresh.withLock({ $0 }) || sender.connectionState != .connected || receiver.connectionState != .connected { try await Task.sleep(for: .milliseconds(20)) }
        var sent: [ContinuousClock.Instant] = []
        let began = ContinuousClock.now
        for index in 0..<count {
            try await Task.sleep(until: began + .seconds(Double(index) / rate), clock: .continuous)
            sent.append(.now)
            try await sender.messaging.send(.text("\(mark) \(index): \(words)"), to: conversation)
        }
        for _ in 0..<500 where arrived.withLock({ $0.contains(nil) }) { try await Task.sleep(for: .milliseconds(20)) }
        listening.cancel()
        let waits = try zip(sent, arrived.withLock { $0 }).map { sent, arrived in
            guard let arrived else { throw ValidationError("a message did not arrive within ten seconds") }
            return sent.duration(to: arrived) / .milliseconds(1)
        }
        await sender.close()
        await receiver.close()
        try report(["waits": waits])
    }
}
