import CareModels
import JSON

/// An event as receivers get it (CloudEvents 1.0, HTTP's structured mode). The data is what the topic has, byte for byte.
struct CloudEventView: JSONWritable, Sendable {
    static let mediaType = "application/cloudevents+json; charset=utf-8"

    let event: WebhookEvent

    var bytes: [UInt8] {
        var json = JSONWriter(capacity: event.data.count + 512)
        write(to: &json)
        return json.bytes
    }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("specversion", "1.0")
            $0.member("id", event.id.description)
            $0.member("source", event.source)
            $0.member("type", event.type)
            $0.member("subject", event.subject.lowercaseText)
            $0.member("time", event.time)
            $0.member("datacontenttype", "application/json")
            $0.member("data", json: event.data)
        }
    }
}
