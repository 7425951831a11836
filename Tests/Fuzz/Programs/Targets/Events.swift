import CareModels
import Foundation
import Kafka

@testable import JSON
@testable import Outbox
@testable import Telemetry
@testable import WebhooksService

extension FuzzTarget {
    /// Messages of Kafka: CloudEvents' headers, and the data of every event of the catalog.
    static let event = FuzzTarget("event", longest: 4096) { input in
        var choices = Choices(input)
        let entry = EventCatalog.all[choices.number(below: EventCatalog.all.count)]
        let changed = choices.number(below: 10)
        let names = ["ce_specversion", "ce_id", "ce_subject", "ce_time", "ce_type", "ce_source", "traceparent", "content-type"]
        var headers: [(name: String, value: [UInt8])] = zip(
            names,
            [
                "1.0", "0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11", "0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d12", "2026-03-08T14:30:00Z", entry.type, "/careline/auth",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "application/json"
            ]
        ).map { ($0, Array($1.utf8)) }
        if changed < headers.count { headers[changed].value = choices.bytes }
        if changed == 8 { headers.append((choices.text, choices.bytes)) }
        let data = changed < headers.count ? (try? CareJSON.encode(entry.example)).map { Array($0) } : choices.bytes
        let message = KafkaMessage(topic: entry.topic.rawValue, partition: 0, offset: 0, key: nil, value: data, headers: headers, timestamp: 0)
        guard let event = try? ReceivedEvent(message) else { return }
        expect(!event.type.isEmpty && !event.source.isEmpty, "an event without a type or a source")
        _ = event.traceparent.flatMap { TraceContext(traceparent: $0) }
        decode(event, as: entry.event)
    }

    private static func decode<Event: CareEvent>(_ received: ReceivedEvent, as type: Event.Type) {
        let event: Event
        do {
            event = try received.decode(type)
        } catch {
            expect(error is MalformedEvent, "not a malformed event: \(error)")
            return
        }
        let data = unwrap(try? CareJSON.encode(event), "an event that was read cannot be written")
        let again = unwrap(try? CareJSON.decode(type, from: data), "an event that was written cannot be read")
        expect((try? CareJSON.encode(again)) == data, "written and read it is another event")
        deliver(received, event)
    }

    private struct Delivered<Event: CareEvent>: Decodable {
        var id: String
        var source: String
        var type: String
        var subject: String
        var data: Event
    }

    /// What came in is what a webhook's receiver gets.
    private static func deliver<Event: CareEvent>(_ received: ReceivedEvent, _ event: Event) {
        let sent = WebhookEvent(
            id: received.id, type: received.type, source: received.source, subject: received.subject, time: received.time, data: received.data)
        let body = CloudEventView(event: sent).bytes
        // One level more than the data has.
        let read = try? CareJSON.decode(Delivered<Event>.self, from: body, limits: .resource)
        let delivered = unwrap(read, "an event that is delivered cannot be read")
        expect(delivered.id == received.id.description && delivered.type == received.type && delivered.source == received.source, "another event is delivered")
        expect(UUID(uuidString: delivered.subject) == received.subject, "delivered as of another subject")
        expect((try? CareJSON.encode(delivered.data)) == (try? CareJSON.encode(event)), "other data are delivered")
        // By these an erasure finds it.
        for id in WebhookEvents.ids(in: received.data) {
            expect(String(decoding: received.data, as: UTF8.self).uppercased().contains(id.uuidString), "\(id) is not in the data")
        }
    }
}
