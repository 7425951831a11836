import CKafka

extension ConsumerLoop {
    /// Partitions that the group wants back, and how long what is being handled of them may take.
    struct Revocation {
        var partitions: [KafkaPartition]
        var deadline: ContinuousClock.Instant
    }

    /// librdkafka waits for our answer, and keeps the session alive meanwhile.
    func rebalance(_ event: OpaquePointer) {
        let partitions = Self.partitions(rd_kafka_event_topic_partition_list(event))
        switch rd_kafka_event_error(event) {
        case RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS:
            core.counters.withLock { $0.assignments += 1 }
            forward(partitions)
            core.state.withLock { $0.assign(partitions) }
            withList(partitions) { list in
                if isClusterNew { for index in partitions.indices { list.pointee.elems[index].offset = Int64(RD_KAFKA_OFFSET_BEGINNING) } }
                answer(rd_kafka_incremental_assign(client.handle, list))
            }
            if !partitions.isEmpty { isClusterNew = false }
            core.noteAssignment()
        case RD_KAFKA_RESP_ERR__REVOKE_PARTITIONS:
            let isLost = rd_kafka_assignment_lost(client.handle) != 0
            core.counters.withLock { counters in
                counters.revocations += 1
                counters.losses += isLost ? 1 : 0
            }
            core.state.withLock { $0.revoke(partitions) }
            let patience = isLost || core.closeDeadline != nil ? Duration.zero : Self.revocationGrace
            revocation = Revocation(partitions: partitions, deadline: .now + patience)
            finishRevocationIfDue()
        default:
            rd_kafka_assign(client.handle, nil)
            core.state.withLock { state in
                let all = state.partitions
                state.revoke(all)
                state.removed(all)
            }
        }
    }

    func finishRevocationIfDue() {
        guard let revocation else { return }
        let isDrained = core.state.withLock { $0.isDrained(revocation.partitions) }
        guard isDrained || ContinuousClock.now >= revocation.deadline else { return }
        self.revocation = nil
        // From here on nothing is stored any more; what was is committed by librdkafka before it lets go.
        core.state.withLock { $0.removed(revocation.partitions) }
        stopPausing(revocation.partitions)  // librdkafka would remember it for the next assignment
        withList(revocation.partitions) { answer(rd_kafka_incremental_unassign(client.handle, $0)) }
    }

    /// Lets the partitions' messages come through the queue that is read only while there is room.
    func forward(_ partitions: [KafkaPartition]) {
        for partition in partitions {
            guard let queue = rd_kafka_queue_get_partition(client.handle, partition.topic, partition.partition) else { continue }
            rd_kafka_queue_forward(queue, messages)
            rd_kafka_queue_destroy(queue)
        }
    }

    func answer(_ error: OpaquePointer?) {
        guard let error else { return }
        let failure = KafkaError(consuming: error)
        core.configuration.log?(KafkaLogLine(level: .error, facility: "REBALANCE", text: failure.description))
    }

    private static func partitions(_ list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?) -> [KafkaPartition] {
        guard let list, let elements = list.pointee.elems else { return [] }
        return UnsafeBufferPointer(start: elements, count: Int(list.pointee.cnt)).map {
            KafkaPartition(topic: String(cString: $0.topic), partition: $0.partition)
        }
    }
}
