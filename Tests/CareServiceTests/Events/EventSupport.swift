import CareModels
import Foundation
import Kafka
import Postgres
import Synchronization
import TestKit
import Testing

@testable import CareService
@testable import Outbox

/// A condition did not come true in time.
struct TookTooLong: Error, CustomStringConvertible {
    var description: String
}

/// Runs `body`, and throws when it takes longer: something broken must not hang the tests.
func within<Value: Sendable>(
    _ limit: Duration = .seconds(60), _ what: String, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw TookTooLong(description: "\(what) took longer than \(limit)")
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw TookTooLong(description: what) }
        return first
    }
}

/// Looks again until the condition holds.
func eventually(_ what: String, within limit: Duration = .seconds(60), _ condition: @escaping @Sendable () async throws -> Bool) async throws {
    try await within(limit, what) {
        while try await !condition() { try await Task.sleep(for: .milliseconds(10)) }
    }
}

enum Kit {
    /// The kit's tables and one aggregate with a version.
    static let migrations: [TestKit.Migration] =
        Migration.kit.map { ($0.name, String(decoding: $0.sql, as: UTF8.self)) } + [
            ("aggregates", "CREATE TABLE aggregates (id uuid PRIMARY KEY, version bigint NOT NULL DEFAULT 0)"),
            ("effects", "CREATE TABLE effects (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, subject uuid NOT NULL, version bigint NOT NULL)")
        ]

    /// A database with them; the pool and the configuration of another one.
    static func withDatabase<R>(size: Int = 8, _ body: (PostgresPool, PostgresConfiguration) async throws -> R) async throws -> R {
        try await TestKit.withDatabase(migrations: migrations) { url in
            let configuration = try PostgresConfiguration(url: url)
            let pool = PostgresPool(configuration, size: size, leaseDeadline: .seconds(20))
            let result = await Result.capture { try await body(pool, configuration) }
            await pool.close()
            return try result.get()
        }
    }

    static func producer(_ bootstrap: String? = nil) throws -> EventProducer {
        try EventProducer(KafkaConfiguration(bootstrap: try bootstrap ?? TestBroker.bootstrap(), clientID: "tests"))
    }

    static func createTopics(_ bootstrap: String? = nil) async throws {
        let topics = Topic.allCases.flatMap { [KafkaTopic($0.rawValue, partitions: 4), KafkaTopic($0.deadLetter, partitions: 4)] }
        try await KafkaAdmin(KafkaConfiguration(bootstrap: try bootstrap ?? TestBroker.bootstrap(), clientID: "tests")).create(topics)
    }

    /// Runs parts as long as `body`, and stops them in order.
    static func running<R: Sendable>(_ parts: [any ServicePart], _ body: @escaping @Sendable () async throws -> R) async throws -> R {
        let work = Task { try await within(.seconds(120), "the test") { try await body() } }
        return try await withTaskCancellationHandler {
            try await Lifecycle(parts: parts, stopDeadline: .seconds(30)).run { _ = await work.result }
            return try await work.value
        } onCancel: {
            work.cancel()
        }
    }
}

extension Transaction {
    /// The next version of an aggregate, its row locked, and the event of it.
    @discardableResult
    func step(_ aggregate: UUID) async throws -> Int {
        let row = try await first(
            """
            INSERT INTO aggregates AS held (id, version) VALUES (\(aggregate), 1)
            ON CONFLICT (id) DO UPDATE SET version = held.version + 1 RETURNING version
            """)
        let version: Int = try #require(try row?["version"])
        try await emit(AvailabilityChanged(providerId: UserID(aggregate), version: version, changedAt: Date(timeIntervalSince1970: 0)))
        return version
    }
}

extension PostgresPool {
    func count(_ sql: SQL) async throws -> Int {
        let row = try await withConnection { try await $0.first(sql) }
        return try #require(try row?[0])
    }

    var unpublished: Int { get async throws { try await count("SELECT count(*) FROM outbox_pending") } }
}

/// Hears a topic from now on, and keeps what is about some subjects.
final class TopicReader: Sendable {
    struct Heard: Sendable, Equatable {
        var id: String
        var subject: UUID
        var version: Int
    }

    private struct Data: Decodable { var version: Int }

    private let client: KafkaConsumer
    private let subjects: Set<UUID>
    private let messages = Mutex<[KafkaMessage]>([])
    private let reading = Mutex<Task<Void, any Error>?>(nil)

    init(_ topic: String, about subjects: some Sequence<UUID>, bootstrap: String? = nil) async throws {
        let configuration = KafkaConfiguration(bootstrap: try bootstrap ?? TestBroker.bootstrap(), clientID: "reader")
        client = try KafkaConsumer(configuration, .broadcast, topics: [topic])
        self.subjects = Set(subjects)
        try await client.waitForAssignment()
        let task = Task { [self] in
            while let batch = try await client.next() {
                let ours = batch.filter { message in
                    let key = message.key.flatMap { UUID(uuidString: String(decoding: $0, as: UTF8.self)) }
                    return key.map { self.subjects.contains($0) } ?? false
                }
                messages.withLock { $0 += ours }
            }
        }
        reading.withLock { $0 = task }
    }

    var received: [KafkaMessage] { messages.withLock { $0 } }

    var heard: [Heard] {
        get throws {
            try received.map { message in
                let event = try ReceivedEvent(message)
                let data = try JSONDecoder().decode(Data.self, from: Foundation.Data(event.data))
                return Heard(id: event.id.description, subject: event.subject, version: data.version)
            }
        }
    }

    func versions(of subject: UUID) throws -> [Int] { try heard.filter { $0.subject == subject }.map(\.version) }

    func close() async {
        reading.withLock { $0 }?.cancel()
        await client.close()
    }
}
