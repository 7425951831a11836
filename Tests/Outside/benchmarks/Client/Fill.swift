import ArgumentParser
import CareClient
import CareModels

/// Loads so many of a conversation's messages onto the device.
struct Fill: AsyncParsableCommand {
    @OptionGroup var device: Device
    @Option var conversation: ConversationID
    @Option var count: Int

    func run() async throws {
        let care = try await device.care(isLive: false)
        var held = 0
        for try await watched in care.messaging.messages(in: conversation) where watched.refreshingState == .refreshed {
            held = watched.data.items.count
            guard held < count, let more = watched.data.loadMore else { break }
            try await more()
        }
        await care.close()
        try report(["held": Double(held)])
    }
}
