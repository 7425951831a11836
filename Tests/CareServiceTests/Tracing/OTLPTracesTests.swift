import Foundation
import Testing

@testable import HTTP
@testable import Outbox
@testable import Telemetry

struct OTLPTracesTests {
    /// As opentelemetry-proto's specification has it: ids in hexadecimal, 64-bit integers as strings, enumerations as numbers.
    @Test func writesTheJSONOfTheSpecification() throws {
        let parent = try #require(TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"))
        let context = parent.child()
        let request = Span(context, .request(.POST, route: "/appointments", status: 503), took: .milliseconds(2), error: "503", ended: 1_772_980_200_123_456_789)
        let timer = Span(parent, .timer("said \"no\""), took: .seconds(1), ended: 1_772_980_200_000_000_000)
        let text = String(decoding: OTLPTraces(service: "auth", instance: "i-1").encode([request, timer]), as: UTF8.self)
        #expect(
            text == #"{"resourceSpans":[{"resource":{"attributes":[{"key":"service.namespace","value":{"stringValue":"careline"}},"#
                + #"{"key":"service.name","value":{"stringValue":"auth"}},{"key":"service.instance.id","value":{"stringValue":"i-1"}}]},"#
                + #""scopeSpans":[{"scope":{"name":"careline"},"spans":["#
                + #"{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"\#(context.spanID)","parentSpanId":"b7ad6b7169203331","name":"POST /appointments","kind":2,"#
                + #""startTimeUnixNano":"1772980200121456789","endTimeUnixNano":"1772980200123456789","attributes":["#
                + #"{"key":"http.request.method","value":{"stringValue":"POST"}},{"key":"http.response.status_code","value":{"intValue":"503"}},"#
                + #"{"key":"http.route","value":{"stringValue":"/appointments"}},{"key":"error.type","value":{"stringValue":"503"}}],"status":{"code":2}},"#
                + #"{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331","name":"timer said \"no\"","kind":1,"#
                + #""startTimeUnixNano":"1772980199000000000","endTimeUnixNano":"1772980200000000000","attributes":[]}]}]}]}"#)
        #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
    }

    @Test func kafkasSpansSayWhatTheConventionsAsk() {
        let sending = Span.Work.sending("care.users.registered.v1", to: "care.users.v1")
        #expect(sending.kind == .producer && sending.name == "send care.users.v1")
        let processing = Span.Work.processing("care.users.registered.v1", from: "care.users.v1", group: "messaging.people")
        #expect(processing.kind == .consumer && processing.name == "process care.users.v1")
        #expect(
            processing.attributes == [
                Span.Attribute("messaging.system", "kafka"), Span.Attribute("messaging.destination.name", "care.users.v1"),
                Span.Attribute("messaging.operation.name", "process"), Span.Attribute("messaging.operation.type", "process"),
                Span.Attribute("cloudevents.event_type", "care.users.registered.v1"), Span.Attribute("messaging.consumer.group.name", "messaging.people")
            ])
    }
}
