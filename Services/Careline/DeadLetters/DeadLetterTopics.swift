import CareModels
import Kafka
import Outbox

/// The dead-letter topics of a cluster.
struct DeadLetterTopics: Sendable {
    let configuration: KafkaConfiguration

    /// What the topic holds when this is called, oldest first.
    func letters(in topic: Topic, within limit: Duration = .seconds(60)) async throws -> [ParkedEvent] {
        let ranges = try await KafkaAdmin(configuration).ranges(of: topic.deadLetter).filter { !$0.value.isEmpty }
        var left = ranges.reduce(into: [Int32: Int64]()) { $0[$1.key] = $1.value.upperBound }
        if left.isEmpty { return [] }
        // Longer than any letter is kept.
        let reader = try KafkaConsumer(configuration, .broadcast, topics: [topic.deadLetter], lookback: .seconds(3650 * 86_400))
        let timer = Task {
            try await Task.sleep(for: limit)
            await reader.close()
        }
        defer { timer.cancel() }
        var letters: [ParkedEvent] = []
        while !left.isEmpty {
            guard let messages = try await reader.next(max: 500) else {
                throw Failure("\(topic.deadLetter) was not read to its end within \(Terminal.seconds(limit)); is every broker of the cluster reachable?")
            }
            for message in messages {
                guard let end = left[message.partition] else { continue }
                if message.offset < end, let letter = ParkedEvent(message) { letters.append(letter) }
                if message.offset >= end - 1 { left[message.partition] = nil }
            }
        }
        await reader.close()
        return letters
    }

    /// Sends the events to their own topics again, as far as the letters hold them, each acknowledged before the next; `sent` hears of each.
    func retry(_ letters: [ParkedEvent], sent: (ParkedEvent) -> Void) async throws {
        let producer = try KafkaProducer(configuration)
        do {
            for letter in letters {
                guard let record = letter.record else { continue }
                _ = try await producer.send(record)
                sent(letter)
            }
        } catch {
            await producer.close()
            throw error
        }
        await producer.close()
    }

    /// Deletes the topic's letters up to and including the offset, for good.
    func drop(_ topic: Topic, through offset: Int64) async throws {
        try await KafkaAdmin(configuration).deleteRecords(of: topic.deadLetter, before: [0: offset + 1])
    }
}
