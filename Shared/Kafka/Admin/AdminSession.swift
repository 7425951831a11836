import CKafka
import Glibc
import Synchronization

/// One admin client, used by one thread; its calls block.
struct AdminSession {
    /// Milliseconds after which a request for metadata is made anew, having looked at why there is no answer.
    private static let patience: Int32 = 3000

    let client: Client
    private let configuration: KafkaConfiguration
    private let deadline: ContinuousClock.Instant

    init(_ configuration: KafkaConfiguration, deadline: ContinuousClock.Instant) throws {
        client = try Client(RD_KAFKA_PRODUCER, configuration.adminProperties, events: RD_KAFKA_EVENT_LOG | RD_KAFKA_EVENT_ERROR)
        self.configuration = configuration
        self.deadline = deadline
        rd_kafka_set_log_queue(client.handle, nil)  // to the main queue
    }

    func close() {
        _ = serveEvents()
        rd_kafka_destroy(client.handle)
    }

    /// librdkafka's mock cluster: it has no controller, so that an admin request would only wait for one until its deadline.
    func isMockCluster() throws -> Bool {
        _ = try metadata(ofAll: false, nil) { _ in }
        guard let name = rd_kafka_clusterid(client.handle, try remaining()) else { return false }
        defer { rd_kafka_mem_free(client.handle, name) }
        return String(cString: name).hasPrefix("mockCluster")
    }

    func create(_ topics: [KafkaTopic]) throws {
        var requests: [OpaquePointer?] = []
        defer { rd_kafka_NewTopic_destroy_array(&requests, requests.count) }
        for topic in topics {
            var reason = [CChar](repeating: 0, count: 256)
            guard let request = rd_kafka_NewTopic_new(topic.name, Int32(topic.partitions), -1, &reason, reason.count) else {
                throw KafkaError(RD_KAFKA_RESP_ERR__INVALID_ARG, detail: "topic \(topic.name) has a name or a number of partitions that is not valid")
            }
            requests.append(request)
            for (name, value) in topic.settings { rd_kafka_NewTopic_set_config(request, name, value) }
        }
        try ask(RD_KAFKA_ADMIN_OP_CREATETOPICS) { options, queue in
            rd_kafka_CreateTopics(client.handle, &requests, requests.count, options, queue)
        } answer: { event in
            var count = 0
            let results = rd_kafka_CreateTopics_result_topics(rd_kafka_event_CreateTopics_result(event), &count)
            for index in 0..<count {
                let result = results?[index]
                let code = rd_kafka_topic_result_error(result)
                guard code != RD_KAFKA_RESP_ERR_NO_ERROR, code != RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS else { continue }
                throw KafkaError(code, detail: "topic \(String(cString: rd_kafka_topic_result_name(result)))")
            }
        }
    }

    /// Sends one admin request and reads its answer.
    func ask(
        _ kind: rd_kafka_admin_op_t, request: (_ options: OpaquePointer?, _ queue: OpaquePointer) -> Void, answer: (_ event: OpaquePointer) throws -> Void
    ) throws {
        guard let queue = rd_kafka_queue_new(client.handle) else { throw KafkaError(RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE) }
        defer { rd_kafka_queue_destroy(queue) }
        let options = rd_kafka_AdminOptions_new(client.handle, kind)
        defer { rd_kafka_AdminOptions_destroy(options) }
        rd_kafka_AdminOptions_set_request_timeout(options, try remaining(), nil, 0)
        rd_kafka_AdminOptions_set_operation_timeout(options, try remaining(), nil, 0)
        request(options, queue)
        guard let event = rd_kafka_queue_poll(queue, try remaining() + 1000) else { throw KafkaError.timedOut }
        defer { rd_kafka_event_destroy(event) }
        let code = rd_kafka_event_error(event)
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR else { throw KafkaError(code) }
        try answer(event)
    }

    /// Asks for each topic as a producer does, which makes a broker that creates topics by itself create it; until it is there.
    func touch(_ names: [String]) throws {
        for name in names {
            guard let topic = rd_kafka_topic_new(client.handle, name, nil) else { throw KafkaError(rd_kafka_last_error(), detail: "topic \(name)") }
            defer { rd_kafka_topic_destroy(topic) }
            var isThere = false
            while !isThere {
                isThere = try metadata(ofAll: false, topic) { metadata in
                    metadata.topic_cnt == 1 && metadata.topics[0].err == RD_KAFKA_RESP_ERR_NO_ERROR && metadata.topics[0].partition_cnt > 0
                }
                if !isThere { usleep(UInt32(min(100, try remaining())) * 1000) }  // on this call's own thread
            }
        }
    }

    /// Returns when they are all there; names the first missing one when the deadline passes before.
    func wait(for wanted: [KafkaTopic]) throws {
        while true {
            let present = try topics()
            guard let missing = wanted.first(where: { present[$0.name] == nil }) else { return }
            guard ContinuousClock.now + .milliseconds(20) < deadline else { throw KafkaError(RD_KAFKA_RESP_ERR__TIMED_OUT, detail: "topic \(missing.name)") }
            usleep(20_000)  // on this call's own thread
        }
    }

    func topics() throws -> [String: Int] {
        try metadata(ofAll: true, nil) { metadata in
            var topics: [String: Int] = [:]
            for index in 0..<Int(metadata.topic_cnt) {
                let topic = metadata.topics[index]
                let name = String(cString: topic.topic)
                if !name.hasPrefix("__") { topics[name] = Int(topic.partition_cnt) }
            }
            return topics
        }
    }

    /// A refusal is thrown as soon as it is noticed: librdkafka would go on until the deadline.
    private func metadata<Value>(ofAll: Bool, _ topic: OpaquePointer?, _ read: (rd_kafka_metadata) -> Value) throws -> Value {
        while true {
            var answer: UnsafePointer<rd_kafka_metadata>?
            let code = rd_kafka_metadata(client.handle, ofAll ? 1 : 0, topic, &answer, min(try remaining(), Self.patience))
            let refusal = serveEvents()
            if code == RD_KAFKA_RESP_ERR_NO_ERROR, let answer {
                defer { rd_kafka_metadata_destroy(answer) }
                return read(answer.pointee)
            }
            if let refusal { throw refusal.error }
            let mayCome = code == RD_KAFKA_RESP_ERR__TRANSPORT || code == RD_KAFKA_RESP_ERR__TIMED_OUT
            guard mayCome, ContinuousClock.now < deadline else { throw KafkaError(code) }
        }
    }

    func remaining() throws -> Int32 {
        let left = deadline - .now
        guard left > .zero else { throw KafkaError.timedOut }
        return Int32(clamping: left.milliseconds)
    }

    /// Passes logs on; the refusal that the client met meanwhile, if any, though another of its connections was lost after that: it comes to the same broker.
    private func serveEvents() -> KafkaRefusal? {
        guard let queue = rd_kafka_queue_get_main(client.handle) else { return nil }
        defer { rd_kafka_queue_destroy(queue) }
        let statistics = Mutex<KafkaStatistics?>(nil)
        var refusal: KafkaRefusal?
        while let event = rd_kafka_queue_poll(queue, 0) {
            if !client.handleCommon(event, configuration, statistics: statistics) {
                refusal = KafkaRefusal(after: rd_kafka_event_error(event), known: nil) ?? refusal
            }
            rd_kafka_event_destroy(event)
        }
        return refusal
    }
}
