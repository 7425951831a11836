import ArgumentParser
import CareClient
import CareModels

/// From an app's first line to the first messages that it can show, which come from the disk.
struct Start: AsyncParsableCommand {
    @OptionGroup var device: Device
    @Option var conversation: ConversationID

    func run() async throws {
        let began = ContinuousClock.now
        let care = try await device.care(isLive: true)
        for try await watched in care.messaging.messages(in: conversation) {
            let waited = began.duration(to: .now)
            guard !watched.data.items.isEmpty else { throw ValidationError("the first value is empty") }
            try report(["milliseconds": waited / .milliseconds(1)])
            break
        }
        await care.close()
    }
}
