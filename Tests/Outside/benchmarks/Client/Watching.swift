import ArgumentParser
import CareClient
import CareModels
import Foundation

/// Watches twenty things at once, each as fresh as on the server, until its input ends; says when it does.
struct Watching: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "watch")

    @OptionGroup var device: Device
    @Option var conversation: [ConversationID]

    func run() async throws {
        let care = try await device.care(isLive: true)
        let fresh = Locked(0), count = conversation.count + 10
        try await withThrowingTaskGroup(of: Void.self) { group in
            func watch<Value>(_ watch: Watch<Value>) {
                group.addTask {
                    var isFresh = false
                    for try await watched in watch where watched.isDataFresh && !isFresh {
                        isFresh = true
                        fresh.withLock { $0 += 1 }
                    }
                }
            }
            watch(care.messaging.conversations())
            for each in conversation { watch(care.messaging.messages(in: each)) }
            watch(care.notifications.all())
            watch(try care.scheduling.appointments(.upcoming))
            watch(try care.scheduling.appointments(.past))
            watch(care.health.summary())
            watch(care.health.settings())
            watch(care.health.alerts())
            watch(care.health.reminders())
            watch(care.records.search(FhirSearch("Observation")))
            watch(care.records.search(FhirSearch("Condition")))
            group.addTask {
                while fresh.withLock({ $0 }) < count { try await Task.sleep(for: .milliseconds(20)) }
                try report(["watched": Double(count)])
                _ = await Task.detached { readLine() }.value
                throw CancellationError()
            }
            do { while try await group.next() != nil {} } catch is CancellationError { group.cancelAll() }
        }
        await care.close()
    }
}
