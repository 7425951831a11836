import Foundation

/// Creates and lists topics. Each call makes a client of its own, on a thread of its own, and is over within `timeout`.
public struct KafkaAdmin: Sendable {
    private let configuration: KafkaConfiguration
    /// For each call, connecting included.
    public var timeout: Duration

    public init(_ configuration: KafkaConfiguration, timeout: Duration = .seconds(30)) {
        self.configuration = configuration
        self.timeout = timeout
    }

    /// Creates those that are missing, with the cluster's default replication. A broker without an admin API (the embedded one)
    /// creates them at first use: then this touches their metadata instead, and their partitions are the broker's choice.
    /// Topics that exist are left as they are. Throws the first `KafkaError`, whose detail names the topic.
    public func create(_ topics: [KafkaTopic]) async throws {
        guard !topics.isEmpty else { return }
        try await withSession { session in
            if try session.isMockCluster() { try session.touch(topics.map(\.name)) } else { try session.create(topics) }
        }
    }

    /// Every topic but Kafka's internal ones, with the number of its partitions.
    public func topics() async throws -> [String: Int] {
        try await withSession { try $0.topics() }
    }

    private func withSession<Value: Sendable>(_ body: @escaping @Sendable (AdminSession) throws -> Value) async throws -> Value {
        let promise = Promise<Result<Value, any Error>>()
        let (configuration, deadline) = (configuration, ContinuousClock.now + timeout)
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
