import CKafka
import Glibc

extension AdminSession {
    func ranges(of topic: String) throws -> [Int32: Range<Int64>] {
        guard let partitions = try topics()[topic] else { throw KafkaError(RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART, detail: "topic \(topic)") }
        var ranges: [Int32: Range<Int64>] = [:]
        for partition in 0..<Int32(partitions) {
            ranges[partition] = try range(of: topic, partition)
        }
        return ranges
    }

    /// A new partition's leader is named to clients before it has heard of it itself.
    private func range(of topic: String, _ partition: Int32) throws -> Range<Int64> {
        while true {
            var low: Int64 = 0
            var high: Int64 = 0
            let code = rd_kafka_query_watermark_offsets(client.handle, topic, partition, &low, &high, try remaining())
            switch code {
            case RD_KAFKA_RESP_ERR_NO_ERROR: return low..<max(low, high)
            case RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION, RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE: usleep(20_000)  // on this call's own thread
            default: throw KafkaError(code, detail: "topic \(topic)")
            }
        }
    }

    func deleteRecords(of topic: String, before offsets: [Int32: Int64]) throws {
        guard try !isMockCluster() else { throw KafkaError(RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE, detail: "the embedded broker deletes nothing") }
        let list = rd_kafka_topic_partition_list_new(Int32(offsets.count))
        defer { rd_kafka_topic_partition_list_destroy(list) }
        for (partition, offset) in offsets { rd_kafka_topic_partition_list_add(list, topic, partition).pointee.offset = offset }
        var request = rd_kafka_DeleteRecords_new(list)
        defer { rd_kafka_DeleteRecords_destroy(request) }
        try ask(RD_KAFKA_ADMIN_OP_DELETERECORDS) { options, queue in
            rd_kafka_DeleteRecords(client.handle, &request, 1, options, queue)
        } answer: { event in
            guard let results = rd_kafka_DeleteRecords_result_offsets(rd_kafka_event_DeleteRecords_result(event)) else { return }
            for index in 0..<Int(results.pointee.cnt) {
                let code = results.pointee.elems[index].err
                guard code == RD_KAFKA_RESP_ERR_NO_ERROR else { throw KafkaError(code, detail: "topic \(topic)") }
            }
        }
    }
}
