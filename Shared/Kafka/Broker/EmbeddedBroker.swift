import CKafka
import CKafkaBroker
import Synchronization

/// librdkafka's mock cluster, as a broker for one machine without Kafka. It can abort its process: keep it in one of its own.
///
/// It holds nothing on disk and about 5 MiB a partition, has no admin API and no transactions. `KafkaAdmin.create` works on it
/// while `serveTopicRequests` runs; a topic that nobody asked for is made at first use, with four partitions.
package final class EmbeddedBroker: @unchecked Sendable {  // both pointers are set once; librdkafka's functions take their own locks
    package enum Failure: Error, Equatable, CustomStringConvertible {
        case portTaken(Int)
        case topic(String)
        case notStarted

        package var description: String {
            switch self {
            case .portTaken(let port): "port \(port) on 127.0.0.1 is taken: stop what uses it, or choose another"
            case .topic(let name): "the topic \(name) could not be made: names hold letters, digits, '.', '_' and '-'; partitions are 1 or more"
            case .notStarted: "librdkafka's mock cluster did not start"
            }
        }
    }

    package let bootstrap: String
    private let client: Client
    private let cluster: OpaquePointer
    private let isClosed = Mutex(false)

    /// - Parameter port: on 127.0.0.1; 0 for any free one.
    package init(port: Int, topics: [KafkaTopic] = []) throws {
        guard let wanted = UInt16(exactly: port), wanted == 0 || care_broker_port_is_free(wanted) != 0 else { throw Failure.portTaken(port) }
        // The client of a mock cluster must have an event queue for its logs, or they go to standard error.
        client = try Client(RD_KAFKA_PRODUCER, [Property("log.queue", "true"), Property("log_level", "0")], events: 0)
        care_broker_claim_port(wanted)
        defer { care_broker_claim_port(0) }
        guard let cluster = rd_kafka_mock_cluster_new(client.handle, 1) else {
            rd_kafka_destroy(client.handle)
            throw port == 0 ? Failure.notStarted : Failure.portTaken(port)
        }
        self.cluster = cluster
        bootstrap = String(cString: rd_kafka_mock_cluster_bootstraps(cluster))
        care_broker_set_join_delay(cluster, 100)
        do {
            for topic in topics + [KafkaTopic(TopicRequests.topic, partitions: 1)] where !create(topic) { throw Failure.topic(topic.name) }
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    /// Makes the topics that `KafkaAdmin` asks for. Returns when it listens, and goes on until the consumer that it returns is closed.
    package func serveTopicRequests() async throws -> KafkaConsumer {
        let requests = try KafkaConsumer(KafkaConfiguration(bootstrap: bootstrap, clientID: "embedded-broker"), .broadcast, topics: [TopicRequests.topic])
        try await requests.waitForAssignment()
        Task.detached { [weak self, requests] in
            while let messages = try await requests.next() {
                // One that exists, or that nobody can make, is left as it is: whoever asked looks for the topic, not for an answer.
                for message in messages { if let topic = TopicRequests.read(message) { _ = self?.create(topic) } }
            }
        }
        return requests
    }

    private func create(_ topic: KafkaTopic) -> Bool {
        guard !topic.name.isEmpty, topic.name.utf8.count <= 249, (1...1000).contains(topic.partitions) else { return false }
        return isClosed.withLock { isClosed in
            !isClosed && rd_kafka_mock_topic_create(cluster, topic.name, Int32(topic.partitions), 1) == RD_KAFKA_RESP_ERR_NO_ERROR
        }
    }

    /// Closes its connections and forgets everything.
    package func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        rd_kafka_mock_cluster_destroy(cluster)
        rd_kafka_destroy(client.handle)
    }
}
