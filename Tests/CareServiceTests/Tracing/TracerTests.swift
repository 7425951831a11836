import Testing

@testable import CareService
@testable import HTTP
@testable import Outbox
@testable import Telemetry

@Suite(.timeLimit(.minutes(3))) struct TracerTests {
    private struct Refused: Error {}

    private static let sampled = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    private static let unsampled = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"

    @Test func whoAsksDecides() {
        let spans = SpanQueue()
        let never = Tracer(ratio: 0, spans: spans)
        let always = Tracer(ratio: 1, spans: spans)
        never.record(never.context(continuing: Self.sampled), .timer("asked for"), took: .zero)
        always.record(always.context(continuing: Self.unsampled), .timer("not asked for"), took: .zero)
        never.record(never.context(), .timer("of no luck"), took: .zero)
        always.record(always.context(continuing: "nonsense"), .timer("of luck"), took: .zero)
        #expect(spans.take()?.map(\.work.name) == ["timer asked for", "timer of luck"])
    }

    @Test func aContextGoesOnFromItsParent() throws {
        let context = Tracer(ratio: 0, spans: nil).context(continuing: Self.sampled)
        #expect(context.traceID == "0af7651916cd43dd8448eb211c80319c" && context.parentSpanID == "b7ad6b7169203331")
    }

    @Test func aStepIsOneOfItsOwnOnlyWhenItIsRecorded() throws {
        let tracer = Tracer(ratio: 1, spans: SpanQueue())
        let step = try #require(tracer.step(of: Self.sampled))
        #expect(step.parentSpanID == "b7ad6b7169203331")
        #expect(tracer.step(of: Self.unsampled) == nil && tracer.step(of: nil) == nil && tracer.step(of: "nonsense") == nil)
        #expect(Tracer.off.step(of: Self.sampled) == nil)
    }

    @Test func whatThrowsIsRecordedByItsType() async throws {
        let spans = SpanQueue()
        let tracer = Tracer(ratio: 1, spans: spans)
        let context = tracer.context()
        let within = await tracer.run(context, as: .timer("good")) { TraceContext.current }
        #expect(within == context)
        await #expect(throws: Refused.self) { try await tracer.run(context, as: .timer("bad")) { throw Refused() } }
        let recorded = try #require(spans.take())
        #expect(recorded.map(\.work.name) == ["timer good", "timer bad"])
        #expect(recorded.map(\.error) == [nil, ErrorLabel.of(Refused())])
        #expect(recorded.allSatisfy { $0.began <= $0.ended })
    }

    @Test func aRequestIsTheServersSpanByItsRoute() async throws {
        struct Broken: Error {}
        let spans = SpanQueue()
        let routes: [Route] = [
            .get("/people/:id", .anyone, query: ["q"], operation: "person") { _ in .noContent },
            .get("/broken", .anyone, operation: "broken") { _ in throw Broken() }
        ]
        let server = HTTPServer(HTTPServerConfiguration(port: 0), routes: routes, verifier: nil, tracer: Tracer(ratio: 0, spans: spans))
        try await server.start()
        let base = "http://127.0.0.1:\(server.port)"
        let client = HTTPClient()
        for path in ["/people/5f1c?q=secret", "/broken", "/nowhere/5f1c"] { _ = try await client.get(base + path, headers: ["traceparent": Self.sampled]) }
        _ = try await client.send(HTTPMethod(rawValue: "PROPFIND"), base + "/people/5f1c", headers: ["traceparent": Self.sampled])
        _ = try await client.get(base + "/people/5f1c")
        await server.drain(within: .seconds(1))
        let recorded = try #require(spans.take())
        #expect(recorded.map(\.work.name) == ["GET /people/:id", "GET /broken", "GET", "HTTP"])
        #expect(recorded.map(\.error) == [nil, "500", nil, nil])
        #expect(recorded.allSatisfy { $0.work.kind == .server && $0.context.parentSpanID == "b7ad6b7169203331" && $0.ended >= $0.began })
        #expect(
            recorded[0].work.attributes == [
                Span.Attribute("http.request.method", "GET"), Span.Attribute("http.response.status_code", 204), Span.Attribute("http.route", "/people/:id")
            ])
        let told = recorded.map { "\($0.work)" }.joined()
        #expect(!told.contains("5f1c") && !told.lowercased().contains("secret"))
    }
}
