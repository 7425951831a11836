import ArgumentParser
import CareService
import Dispatch
import Foundation
import Kafka

/// `careline broker`: the embedded broker, in a process of its own.
struct Broker: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "broker",
        abstract: "Run the embedded broker, for one machine without Kafka.",
        discussion: """
            It speaks Kafka's protocol on 127.0.0.1, and forgets everything when it ends: nothing is on disk, about 5 MiB a partition are \
            kept, and there are no admin API and no transactions. With KAFKA_HOME or CARE_KAFKA_BOOTSTRAP a real Kafka takes its place.
            """)

    @Option(help: "Port on 127.0.0.1; 0 for any free one.")
    var port = 9092

    @Option(
        help: ArgumentHelp(
            "A topic to make at the start. Others are made when asked for by `careline topics`, or at first use (with four partitions).", valueName: "name:partitions"))
    var topic: [String] = []

    @Option(help: "File to write the address (host:port) to once ready.")
    var readyFile: String?

    @Flag(help: "End when standard input ends, as it does when whoever holds its other end dies.")
    var untilEndOfInput = false

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port must be in 0…65535") }
        for text in topic where Self.topic(text) == nil {
            throw ValidationError("--topic \(text): write name:partitions, with 1…1000 partitions, as in care.users.v1:12")
        }
    }

    func run() async throws {
        let (ends, end) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let signals = Signals([SIGTERM, SIGINT]) { _ in end.yield() }
        defer { signals.close() }
        if untilEndOfInput {
            Thread.detachNewThread {
                while !FileHandle.standardInput.availableData.isEmpty {}
                end.yield()
            }
        }
        let broker = try EmbeddedBroker(port: port, topics: topic.compactMap(Self.topic))
        let requests = try await broker.serveTopicRequests()
        print("embedded broker (librdkafka's mock cluster, for development) ready on \(broker.bootstrap)")
        print("it holds nothing on disk and 5 MiB a partition, has no admin API and no transactions; set KAFKA_HOME or CARE_KAFKA_BOOTSTRAP for a real Kafka")
        fflush(nil)
        if let readyFile { try Data(broker.bootstrap.utf8).write(to: URL(fileURLWithPath: readyFile), options: .atomic) }
        for await _ in ends { break }
        await requests.close(timeout: .seconds(1))
        broker.close()
        if let readyFile { try? FileManager.default.removeItem(atPath: readyFile) }
    }

    private static func topic(_ text: String) -> KafkaTopic? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let name = parts.first, !name.isEmpty else { return nil }
        guard let partitions = parts.count == 2 ? Int(parts[1]) : 12, (1...1000).contains(partitions) else { return nil }
        return KafkaTopic(String(name), partitions: partitions)
    }
}
