/// Spans as the body of OTLP/HTTP's `POST /v1/traces` in JSON (opentelemetry-proto, docs/specification.md, "JSON Protobuf Encoding"):
/// ids in hexadecimal, 64-bit integers as strings, enumerations as numbers.
package struct OTLPTraces {
    private let resource: [Span.Attribute]

    /// Of the replica `instance` of a service.
    package init(service: String, instance: String) {
        resource = [
            Span.Attribute("service.namespace", "careline"), Span.Attribute("service.name", service), Span.Attribute("service.instance.id", instance)
        ]
    }

    package func encode(_ spans: [Span]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(512 + 768 * spans.count)
        text += #"{"resourceSpans":[{"resource":{"attributes":"#.utf8
        append(resource, to: &text)
        text += #"},"scopeSpans":[{"scope":{"name":"careline"},"spans":["#.utf8
        for (index, span) in spans.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            append(span, to: &text)
        }
        text += "]}]}]}".utf8
        return text
    }

    private func append(_ span: Span, to text: inout [UInt8]) {
        text += #"{"traceId":"\#(span.context.traceID)","spanId":"\#(span.context.spanID)""#.utf8
        if let parent = span.context.parentSpanID { text += #","parentSpanId":"\#(parent)""#.utf8 }
        text += #","name":"#.utf8
        JSONText.append(span.work.name, to: &text)
        text += #","kind":\#(span.work.kind.rawValue),"startTimeUnixNano":"\#(span.began)","endTimeUnixNano":"\#(span.ended)","attributes":"#.utf8
        append(span.work.attributes + (span.error.map { [Span.Attribute("error.type", $0)] } ?? []), to: &text)
        // 2 is an error; a span without a status has none.
        if span.error != nil { text += #","status":{"code":2}"#.utf8 }
        text.append(UInt8(ascii: "}"))
    }

    private func append(_ attributes: [Span.Attribute], to text: inout [UInt8]) {
        text.append(UInt8(ascii: "["))
        for (index, attribute) in attributes.enumerated() {
            text += (index > 0 ? #",{"key":"# : #"{"key":"#).utf8
            JSONText.append(attribute.key, to: &text)
            text += #","value":{"#.utf8
            switch attribute.value {
            case .text(let value):
                text += #""stringValue":"#.utf8
                JSONText.append(value, to: &text)
            case .number(let value): text += #""intValue":"\#(value)""#.utf8
            }
            text += "}}".utf8
        }
        text.append(UInt8(ascii: "]"))
    }
}
