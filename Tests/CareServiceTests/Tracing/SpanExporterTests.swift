import CareModels
import Foundation
import Synchronization
import Testing

@testable import CareService
@testable import HTTP
@testable import Outbox
@testable import Telemetry

@Suite(.timeLimit(.minutes(5))) struct SpanExporterTests {
    /// Takes spans as a collector does, and answers as it is told to.
    private final class Collector: Sendable {
        private let state = Mutex<(names: [[String]], answers: [HTTPResponseStatus])>(([], []))

        init(answers: [HTTPResponseStatus] = []) { state.withLock { $0.answers = answers } }

        /// The names of the spans of each request that was made, answered well or not.
        var asked: [[String]] { state.withLock { $0.names } }

        var route: Route {
            .post("/v1/traces", .anyone, bodyLimit: 1 << 20, operation: "traces") { request in
                #expect(request.headers.first(name: "Content-Type") == "application/json")
                let names = String(decoding: request.body, as: UTF8.self).matches(of: /"name":"timer ([^"]*)"/).map { String($0.1) }
                let status = self.state.withLock { state in
                    state.names.append(names)
                    return state.answers.isEmpty ? .ok : state.answers.removeFirst()
                }
                return Response(status)
            }
        }
    }

    private static func exporter(_ port: Int) -> SpanExporter {
        SpanExporter("http://127.0.0.1:\(port)", service: "tests", tries: 3, backoff: Backoff(first: .milliseconds(5), most: .milliseconds(5)))
    }

    private static func add(_ names: [String], to exporter: SpanExporter) {
        for name in names { exporter.queue.add(Span(TraceContext(sampling: 1), .timer(name), took: .zero)) }
    }

    @Test func sendsWhatIsThereAndAtItsStopTheRest() async throws {
        let collector = Collector()
        try await withServer([collector.route]) { (server: HTTPServer) async throws -> Void in
            let exporter = Self.exporter(server.port)
            Self.add(["one", "two"], to: exporter)
            try await Kit.running([exporter]) {
                try await eventually("the first") { collector.asked == [["one", "two"]] }
                Self.add(["three"], to: exporter)
            }
            #expect(collector.asked == [["one", "two"], ["three"]])
        }
    }

    @Test func triesAgainWhatCanBeTakenLaterAndDropsWhatIsRefused() async throws {
        let collector = Collector(answers: [.serviceUnavailable, .tooManyRequests, .ok, .badRequest, .ok])
        try await withServer([collector.route]) { (server: HTTPServer) async throws -> Void in
            let exporter = Self.exporter(server.port)
            Self.add(["late"], to: exporter)
            try await Kit.running([exporter]) {
                try await eventually("the third try") { collector.asked == [["late"], ["late"], ["late"]] }
                Self.add(["wrong"], to: exporter)
                try await eventually("the refusal") { collector.asked.count == 4 }
                Self.add(["next"], to: exporter)
                try await eventually("the next") { collector.asked.last == ["next"] }
            }
            #expect(collector.asked.count == 5)
        }
    }

    @Test func givesUpABatchAfterItsTriesAndGoesOn() async throws {
        let collector = Collector(answers: Array(repeating: .serviceUnavailable, count: 3))
        try await withServer([collector.route]) { (server: HTTPServer) async throws -> Void in
            let exporter = Self.exporter(server.port)
            Self.add(["lost"], to: exporter)
            try await Kit.running([exporter]) {
                try await eventually("three tries") { collector.asked.count == 3 }
                Self.add(["next"], to: exporter)
                try await eventually("the next") { collector.asked.last == ["next"] }
            }
            #expect(collector.asked == [["lost"], ["lost"], ["lost"], ["next"]])
        }
    }

    @Test func aStopWaitsForNoCollector() async throws {
        let collector = Collector(answers: Array(repeating: .serviceUnavailable, count: 100))
        try await withServer([collector.route]) { (server: HTTPServer) async throws -> Void in
            let patient = Backoff(first: .seconds(3600), most: .seconds(3600))
            let exporter = SpanExporter("http://127.0.0.1:\(server.port)", service: "tests", backoff: patient)
            Self.add((0..<2000).map(String.init), to: exporter)
            try await Kit.running([exporter]) { try await eventually("the first try") { collector.asked.count == 1 } }
            #expect(exporter.queue.take() == nil)
            // The batch that it was at, once more; not the other three.
            #expect(collector.asked.count <= 2)
        }
    }
}
