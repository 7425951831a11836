import Foundation
import Kafka
import Testing

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

func newGroup() -> String { "tests.\(UUID().uuidString.lowercased())" }

/// A condition did not come true in time.
struct Timeout: Error, CustomStringConvertible {
    var description: String
}

/// Runs `body`, and throws when it takes longer: a broken client must not hang the tests.
func within<Value: Sendable>(
    _ limit: Duration = .seconds(60), _ what: String = "the test", _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw Timeout(description: "\(what) took longer than \(limit)")
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw Timeout(description: what) }
        return first
    }
}

/// Polls until the condition holds.
func eventually(_ what: String, within limit: Duration = .seconds(30), _ condition: @escaping @Sendable () async throws -> Bool) async throws {
    try await within(limit, what) {
        while try await !condition() { try await Task.sleep(for: .milliseconds(20)) }
    }
}

extension KafkaConsumer {
    /// `next`, which must not take long; none when closed.
    func soon(max: Int) async throws -> [KafkaMessage] { try await within { try await self.next(max: max) ?? [] } }

    /// Takes messages until there are `count`, and stores each if asked.
    func take(_ count: Int, storing: Bool = true, max: Int = 100) async throws -> [KafkaMessage] {
        var taken: [KafkaMessage] = []
        while taken.count < count, let messages = try await next(max: Swift.min(max, count - taken.count)) {
            taken += messages
            if storing { for message in messages { try store(message) } }
        }
        return taken
    }
}

extension KafkaProducer {
    /// Sends `count` records over a few keys, values "0", "1", …, and throws the first failure.
    func sendNumbers(_ numbers: Range<Int>, to topic: String, keys: Int = 7) async throws {
        let records = numbers.map { KafkaRecord(topic: topic, key: bytes("key-\($0 % keys)"), value: bytes("\($0)")) }
        for result in await send(records) { _ = try result.get() }
    }
}

/// The `KafkaError` that `body` throws; nil (and a recorded issue) when it throws none.
func kafkaError(_ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) async -> KafkaError? {
    do {
        try await body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch let error as KafkaError {
        return error
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
    return nil
}
