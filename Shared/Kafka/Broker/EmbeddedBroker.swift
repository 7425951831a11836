import CKafka
import CKafkaBroker
import Synchronization

/// librdkafka's mock cluster, as a broker for one machine without Kafka. It can abort its process: keep it in one of its own.
///
/// It holds nothing on disk and about 5 MiB a partition, has no admin API and no transactions. A topic that it was not told of
/// is made at first use, with four partitions.
public final class EmbeddedBroker: @unchecked Sendable {  // both pointers are set once; librdkafka's functions take their own locks
    public enum Failure: Error, Equatable, CustomStringConvertible {
        case portTaken(Int)
        case topic(String)
        case notStarted

        public var description: String {
            switch self {
            case .portTaken(let port): "port \(port) on 127.0.0.1 is taken: stop what uses it, or choose another"
            case .topic(let name): "the topic \(name) could not be made: names hold letters, digits, '.', '_' and '-'; partitions are 1 or more"
            case .notStarted: "librdkafka's mock cluster did not start"
            }
        }
    }

    public let bootstrap: String
    private let client: Client
    private let cluster: OpaquePointer
    private let isClosed = Mutex(false)

    /// - Parameter port: on 127.0.0.1; 0 for any free one.
    public init(port: Int, topics: [KafkaTopic] = []) throws {
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
            for topic in topics {
                guard rd_kafka_mock_topic_create(cluster, topic.name, Int32(topic.partitions), 1) == RD_KAFKA_RESP_ERR_NO_ERROR else {
                    throw Failure.topic(topic.name)
                }
            }
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    /// Closes its connections and forgets everything.
    public func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        rd_kafka_mock_cluster_destroy(cluster)
        rd_kafka_destroy(client.handle)
    }
}
