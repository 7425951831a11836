import Foundation

/// The part of librdkafka's statistics (STATISTICS.md) that tells whether a client keeps up.
package struct KafkaStatistics: Sendable, Equatable {
    package struct Partition: Sendable, Equatable {
        package var topic: String
        package var partition: Int32
        /// Messages in the log after the one that the group goes on with; nil until both ends are known.
        package var lag: Int64?
        /// Where the group goes on after a restart; nil when nothing was committed.
        package var committedOffset: Int64?
        /// Where `store` has got to; nil when nothing was stored.
        package var storedOffset: Int64?
        package var highWatermark: Int64?
        /// Messages that librdkafka has fetched and not yet handed over.
        package var fetched: Int64
    }

    package var clientID: String
    /// Records that await their acknowledgement, and their bytes.
    package var outstandingRecords: Int64
    package var outstandingBytes: Int64
    /// Records acknowledged and received since the client began.
    package var sentRecords: Int64
    package var receivedRecords: Int64
    package var brokersUp: Int
    /// Only of a consumer: the partitions that it reads.
    package var partitions: [Partition]

    init?(json: UnsafePointer<CChar>) {
        let data = Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: json), count: strlen(json), deallocator: .none)
        guard let report = try? JSONDecoder().decode(Report.self, from: data) else { return nil }
        clientID = report.client_id
        outstandingRecords = report.msg_cnt
        outstandingBytes = report.msg_size
        sentRecords = report.txmsgs
        receivedRecords = report.rxmsgs
        brokersUp = (report.brokers ?? [:]).values.count { $0.nodeid >= 0 && $0.state == "UP" }
        partitions = []
        guard report.type == "consumer" else { return }
        for topic in (report.topics ?? [:]).values {
            // librdkafka's partition -1 stands for records that have none yet; "none" is one that is not fetched.
            for entry in topic.partitions.values where entry.partition >= 0 && entry.fetch_state != "none" {
                partitions.append(
                    Partition(
                        topic: topic.topic, partition: entry.partition, lag: Self.known(entry.consumer_lag_stored ?? entry.consumer_lag),
                        committedOffset: Self.known(entry.committed_offset), storedOffset: Self.known(entry.stored_offset),
                        highWatermark: Self.known(entry.hi_offset), fetched: entry.fetchq_cnt))
            }
        }
        partitions.sort { ($0.topic, $0.partition) < ($1.topic, $1.partition) }
    }

    private static func known(_ offset: Int64) -> Int64? { offset >= 0 ? offset : nil }

    // swift-format-ignore: the names are librdkafka's
    private struct Report: Decodable {
        struct Broker: Decodable { var nodeid: Int64; var state: String }
        struct Topic: Decodable { var topic: String; var partitions: [String: Entry] }
        struct Entry: Decodable {
            var partition: Int32
            var fetch_state: String
            var fetchq_cnt, committed_offset, stored_offset, hi_offset, consumer_lag: Int64
            var consumer_lag_stored: Int64?
        }
        var client_id: String
        var type: String
        var msg_cnt, msg_size, txmsgs, rxmsgs: Int64
        var brokers: [String: Broker]?
        var topics: [String: Topic]?
    }
}
