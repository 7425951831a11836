import Telemetry

/// Work on events, by OpenTelemetry's semantic conventions (Kafka's messaging spans; CloudEvents).
extension Span.Work {
    /// An event handed to Kafka, until it was acknowledged.
    static func sending(_ type: String, to topic: String) -> Span.Work {
        Span.Work(kind: .producer, name: "send \(topic)", attributes: messaging("send", type, topic))
    }

    /// One try to handle an event; `group` is nil when every replica hears it.
    static func processing(_ type: String, from topic: String, group: String?) -> Span.Work {
        var attributes = messaging("process", type, topic)
        if let group { attributes.append(Span.Attribute("messaging.consumer.group.name", group)) }
        return Span.Work(kind: .consumer, name: "process \(topic)", attributes: attributes)
    }

    /// A timer or sweep that fired: nobody asked for it, so its trace begins here.
    static func timer(_ kind: String) -> Span.Work { Span.Work(kind: .internal, name: "timer \(kind)") }

    private static func messaging(_ operation: String, _ type: String, _ topic: String) -> [Span.Attribute] {
        [
            Span.Attribute("messaging.system", "kafka"), Span.Attribute("messaging.destination.name", topic),
            Span.Attribute("messaging.operation.name", operation), Span.Attribute("messaging.operation.type", operation),
            Span.Attribute("cloudevents.event_type", type)
        ]
    }
}
