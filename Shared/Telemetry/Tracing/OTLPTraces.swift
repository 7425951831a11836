import JSON

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
        var json = JSONWriter(capacity: 512 + 768 * spans.count)
        json.object { json in
            json.list("resourceSpans", [spans]) { spans, json in
                json.object { json in
                    json.object("resource") { $0.list("attributes", resource, Self.write) }
                    json.list("scopeSpans", [spans]) { spans, json in
                        json.object { json in
                            json.object("scope") { $0.member("name", "careline") }
                            json.list("spans", spans, Self.write)
                        }
                    }
                }
            }
        }
        return json.bytes
    }

    private static func write(_ span: Span, to json: inout JSONWriter) {
        json.object { json in
            json.member("traceId", span.context.traceID)
            json.member("spanId", span.context.spanID)
            json.member("parentSpanId", span.context.parentSpanID)
            json.member("name", span.work.name)
            json.member("kind", span.work.kind.rawValue)
            json.member("startTimeUnixNano", String(span.began))
            json.member("endTimeUnixNano", String(span.ended))
            json.list("attributes", span.work.attributes + (span.error.map { [Span.Attribute("error.type", $0)] } ?? []), write)
            // 2 is an error; a span without a status has none.
            if span.error != nil { json.object("status") { $0.member("code", 2) } }
        }
    }

    private static func write(_ attribute: Span.Attribute, to json: inout JSONWriter) {
        json.object { json in
            json.member("key", attribute.key)
            json.object("value") { json in
                switch attribute.value {
                case .text(let value): json.member("stringValue", value)
                case .number(let value): json.member("intValue", String(value))
                }
            }
        }
    }
}
