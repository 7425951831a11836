import Foundation

/// Creates and lists topics. Each call makes a client of its own, on a thread of its own, and is over within `timeout`.
package struct KafkaAdmin: Sendable {
    private let configuration: KafkaConfiguration
    /// For each call, connecting included.
    package var timeout: Duration

    package init(_ configuration: KafkaConfiguration, timeout: Duration = .seconds(30)) {
        self.configuration = configuration
        self.timeout = timeout
    }

    /// Creates those that are missing, with the cluster's default replication, and returns when they can be used. Topics that exist are left as they are.
    /// Throws the first `KafkaError`, whose detail names the topic. The embedded broker has no admin API: `careline broker` is
    /// asked by a record instead, and another mock cluster makes each topic at first use, which is all that can be asked of it.
    package func create(_ topics: [KafkaTopic]) async throws {
        guard !topics.isEmpty else { return }
        let deadline = ContinuousClock.now + timeout
        let isDone = try await withSession(deadline) { session in
            if try !session.isMockCluster() {
                try session.create(topics)
                // The controller has them; the broker that is asked next may not have heard of it yet.
                try session.wait(for: topics)
                return true
            }
            if try session.topics()[TopicRequests.topic] != nil { return false }
            try session.touch(topics.map(\.name))
            return true
        }
        if isDone { return }
        var configuration = configuration
        configuration.deliveryTimeout = timeout
        let producer = try KafkaProducer(configuration)
        let results = await producer.send(topics.map(TopicRequests.record))
        await producer.close(timeout: .zero)
        for result in results { _ = try result.get() }
        try await withSession(deadline) { try $0.wait(for: topics) }
    }

    /// Every topic but Kafka's internal ones, with the number of its partitions.
    package func topics() async throws -> [String: Int] {
        try await withSession(.now + timeout) { try $0.topics() }.filter { $0.key != TopicRequests.topic }
    }

    /// The offsets of the records that each partition of the topic holds now.
    package func ranges(of topic: String) async throws -> [Int32: Range<Int64>] {
        try await withSession(.now + timeout) { try $0.ranges(of: topic) }
    }

    /// Deletes each partition's records before the offset, for good. The embedded broker cannot: `_UNSUPPORTED_FEATURE`.
    package func deleteRecords(of topic: String, before offsets: [Int32: Int64]) async throws {
        try await withSession(.now + timeout) { try $0.deleteRecords(of: topic, before: offsets) }
    }

    /// Gives these rights; those that are there already stay. The cluster must ask who is who (`SECURITY_DISABLED` otherwise), and let this
    /// user give rights. The embedded broker cannot: `_UNSUPPORTED_FEATURE`.
    package func create(_ acls: [KafkaACL]) async throws {
        guard !acls.isEmpty else { return }
        try await withSession(.now + timeout) { try $0.create(acls) }
    }

    private func withSession<Value: Sendable>(
        _ deadline: ContinuousClock.Instant, _ body: @escaping @Sendable (AdminSession) throws -> Value
    ) async throws -> Value {
        let promise = Promise<Result<Value, any Error>>()
        let configuration = configuration
        Thread.detachNewThread {
            promise.resolve(
                Result {
                    let session = try AdminSession(configuration, deadline: deadline)
                    defer { session.close() }
                    return try body(session)
                })
        }
        return try await promise.value(ifCancelled: { .failure(CancellationError()) }).get()
    }
}
