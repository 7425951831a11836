import DequeModule

/// Decides, under the consumer's lock, who gets which messages and what became of each partition. Pure: the caller acts on the
/// answers outside the lock. A `Waiter` is somebody who asked for messages when there were none.
struct ConsumerState<Waiter: Sendable>: Sendable {
    enum Next: Sendable {
        /// `wake`: the queue was full, so the thread waits to hear that there is room again.
        case messages([KafkaMessage], wake: Bool)
        case failed(KafkaError)
        case closed
        case wait
    }

    typealias Delivery = (waiter: Waiter, messages: [KafkaMessage])

    private struct Assignment {
        var generation: Int
        /// Offsets of the first and last message given out, and of the last one stored.
        var firstGiven: Int64?
        var lastGiven: Int64?
        var lastStored: Int64?
        var isRevoking = false

        var isDrained: Bool {
            guard let lastGiven else { return true }
            return (lastStored ?? -1) >= lastGiven
        }
    }

    let limit: Int
    /// Messages thrown away because their partition went to another member (or is read again) before anybody took them.
    private(set) var dropped = 0
    private(set) var failure: KafkaError?
    private(set) var isClosed = false
    private var queue: Deque<KafkaMessage> = []
    /// Messages that had been fetched when their partition was paused; they come first when it goes on.
    private var held: [KafkaPartition: [KafkaMessage]] = [:]
    private var waiters: Deque<(most: Int, waiter: Waiter)> = []
    private var assignments: [KafkaPartition: Assignment] = [:]
    private var nextGeneration: Int
    private var wantsRoom = false

    /// - Parameter firstGeneration: apart from every other consumer's, so that their messages are told apart.
    init(limit: Int, firstGeneration: Int = 1) {
        self.limit = limit
        nextGeneration = firstGeneration
    }

    var partitions: Set<KafkaPartition> { Set(assignments.keys) }
    var queued: Int { queue.count }

    // MARK: Taking

    mutating func next(_ most: Int, waiter: Waiter) -> Next {
        if let failure { return .failed(failure) }
        if isClosed { return .closed }
        guard waiters.isEmpty, let messages = take(most) else {
            waiters.append((most, waiter))
            return .wait
        }
        let wake = wantsRoom
        wantsRoom = false
        return .messages(messages, wake: wake)
    }

    /// Messages that reached nobody, because their waiter was cancelled meanwhile: they go back to the front.
    mutating func giveBack(_ messages: [KafkaMessage]) -> [Delivery] {
        for message in messages.reversed() {
            guard var assignment = current(message), !assignment.isRevoking else {
                dropped += 1
                continue
            }
            if assignment.firstGiven == message.offset {
                assignment.firstGiven = nil
                assignment.lastGiven = nil
            } else {
                assignment.lastGiven = message.offset - 1
            }
            assignments[message.source] = assignment
            if held[message.source] != nil {
                held[message.source]?.insert(message, at: 0)
            } else {
                queue.prepend(message)
            }
        }
        return deliver()
    }

    /// True when the message's offset counts: its partition is still the one that the message came with.
    mutating func stored(_ message: KafkaMessage) -> Bool {
        guard var assignment = current(message) else { return false }
        assignment.lastStored = max(assignment.lastStored ?? -1, message.offset)
        assignments[message.source] = assignment
        return true
    }

    // MARK: Arriving

    /// How many messages the thread may bring; at none, it is woken when there is room again.
    mutating func room() -> Int {
        let free = max(0, limit - queue.count)
        wantsRoom = free == 0
        return free
    }

    mutating func arrived(_ messages: [KafkaMessage]) -> [Delivery] {
        for message in messages {
            guard let assignment = assignments[message.source], !assignment.isRevoking, !isClosed else {
                dropped += 1
                continue
            }
            var message = message
            message.generation = assignment.generation
            if held[message.source] != nil {
                held[message.source]?.append(message)
            } else {
                queue.append(message)
            }
        }
        return deliver()
    }

    /// False when there is nothing to do: it is paused, or not ours.
    mutating func pause(_ partition: KafkaPartition) -> Bool {
        guard let assignment = assignments[partition], !assignment.isRevoking, held[partition] == nil else { return false }
        held[partition] = queue.filter { $0.source == partition }
        queue.removeAll { $0.source == partition }
        return true
    }

    mutating func resume(_ partition: KafkaPartition) -> [Delivery] {
        guard let messages = held.removeValue(forKey: partition) else { return [] }
        queue.prepend(contentsOf: messages)
        return deliver()
    }

    // MARK: Rebalancing

    mutating func assign(_ partitions: some Sequence<KafkaPartition>) {
        for partition in partitions {
            assignments[partition] = Assignment(generation: nextGeneration)
            nextGeneration += 1
        }
    }

    /// The partitions are about to go: nothing more of them is given out, what is out may still be stored.
    mutating func revoke(_ partitions: some Sequence<KafkaPartition>) {
        let revoked = Set(partitions)
        for partition in revoked {
            assignments[partition]?.isRevoking = true
            dropped += held.removeValue(forKey: partition)?.count ?? 0
        }
        let before = queue.count
        queue.removeAll { revoked.contains($0.source) }
        dropped += before - queue.count
    }

    /// All that was given out of these partitions has been stored.
    func isDrained(_ partitions: some Sequence<KafkaPartition>) -> Bool {
        partitions.allSatisfy { assignments[$0]?.isDrained ?? true }
    }

    func isRevoking(_ partition: KafkaPartition) -> Bool { assignments[partition]?.isRevoking ?? false }

    mutating func removed(_ partitions: some Sequence<KafkaPartition>) {
        for partition in partitions { assignments[partition] = nil }
    }

    // MARK: Ending

    /// Nobody gets anything any more; those who wait hear so.
    mutating func close() -> [Waiter] {
        isClosed = true
        return end()
    }

    /// The client failed for good: everybody hears why, now and later.
    mutating func fail(_ error: KafkaError) -> [Waiter] {
        failure = failure ?? error
        return end()
    }

    private mutating func end() -> [Waiter] {
        defer { waiters = [] }
        dropped += queue.count + held.values.reduce(0) { $0 + $1.count }
        queue = []
        held = [:]
        return waiters.map(\.waiter)
    }

    private func current(_ message: KafkaMessage) -> Assignment? {
        guard let assignment = assignments[message.source], assignment.generation == message.generation else { return nil }
        return assignment
    }

    private mutating func deliver() -> [Delivery] {
        var deliveries: [Delivery] = []
        while let first = waiters.first, let messages = take(first.most) {
            waiters.removeFirst()
            deliveries.append((first.waiter, messages))
        }
        return deliveries
    }

    private mutating func take(_ most: Int) -> [KafkaMessage]? {
        guard !queue.isEmpty else { return nil }
        let count = min(max(1, most), queue.count)
        let messages = Array(queue.prefix(count))
        queue.removeFirst(count)
        for message in messages {
            guard var assignment = assignments[message.source] else { continue }
            assignment.firstGiven = assignment.firstGiven ?? message.offset
            assignment.lastGiven = message.offset
            assignments[message.source] = assignment
        }
        return messages
    }
}
