import ArgumentParser
import Foundation
import Kafka

/// Reads a topic from now on and writes, for each record, its key and when it was here (nanoseconds since 1970), until `count`.
struct Listen: AsyncParsableCommand {
    @Option var bootstrap: String
    @Option var topic: String
    @Option var count: Int
    @Option var log: String
    /// Written once the consumer has its partitions.
    @Option var ready: String

    func run() async throws {
        let configuration = KafkaConfiguration(bootstrap: bootstrap, clientID: "careline-bench")
        let consumer = try KafkaConsumer(configuration, .broadcast, topics: [topic])
        _ = FileManager.default.createFile(atPath: ready, contents: nil)
        var lines: [String] = []
        while lines.count < count, let messages = try await consumer.next() {
            let now = Int(Date().timeIntervalSince1970 * 1e9)
            for message in messages { lines.append("\(String(decoding: message.key ?? [], as: UTF8.self)) \(now)") }
        }
        await consumer.close()
        try lines.joined(separator: "\n").write(toFile: log, atomically: true, encoding: .utf8)
        report("consumed", Double(lines.count))
    }
}
