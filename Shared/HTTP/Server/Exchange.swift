import CareModels
import NIOCore
import NIOHTTP1
import Synchronization
import Telemetry

/// One request on its way through the server: who it is in logs and metrics, told once, whichever end it comes to.
final class Exchange: Sendable {
    let head: HTTPRequestHead
    let match: Router.Match
    /// Of the page that sent it, as its browser says.
    let origin: String?
    let requestID: String
    let trace: TraceContext
    private let started: NIODeadline
    private let issuer: String
    private let tracer: Tracer
    private let isRecorded = Atomic<Bool>(false)
    /// Why it was refused, by the type of the problem.
    private let refusal = Mutex<ProblemType?>(nil)

    init(head: HTTPRequestHead, match: Router.Match, origin: String? = nil, started: NIODeadline, issuer: String, tracer: Tracer) {
        self.head = head
        self.match = match
        self.origin = origin
        self.started = started
        self.issuer = issuer
        self.tracer = tracer
        trace = tracer.context(continuing: head.headers.first(name: "traceparent"))
        let given = head.headers.first(name: "X-Request-Id")
        requestID = given.flatMap { Self.isSane($0) ? $0 : nil } ?? trace.traceID
    }

    /// Whether it asks how the service is, and nothing of it.
    var isOfProbe: Bool { if case .found(let endpoint, _) = match { endpoint.route.isProbe } else { false } }

    private static func isSane(_ id: String) -> Bool {
        (1...128).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
                default: false
                }
            }
    }

    /// The problem as the route's clients read it, in the language that this one asks for.
    func response(for problem: Problem) -> Response {
        refusal.withLock { $0 = problem.type }
        let refused = RefusedRequest(headers: HTTPHeaders(head.headers), requestID: requestID, issuer: issuer)
        let answered = problem.answering(refused.headers)
        return match.problemRenderer?(answered, refused) ?? refused.response(for: answered)
    }

    /// The access log's line, the duration's metric and the span. The pattern stands for the path: paths hold ids.
    func record(status: HTTPResponseStatus) {
        guard !isRecorded.exchange(true, ordering: .relaxed) else { return }
        let nanoseconds = (NIODeadline.now() - started).nanoseconds
        var pattern: String?
        var timings = RequestTimings.unrouted
        if case .found(let endpoint, _) = match {
            if endpoint.route.isProbe && status.code < 400 { return }
            (pattern, timings) = (endpoint.route.path, endpoint.timings)
        }
        timings.observe(status: Int(status.code), seconds: Double(nanoseconds) / 1e9)
        tracer.record(
            trace, .request(HTTPMethod(head.method), route: pattern, status: Int(status.code)), took: .nanoseconds(nanoseconds),
            error: status.code < 500 ? nil : String(status.code))
        let microseconds = nanoseconds / 1000
        let thousandths = String(1000 + microseconds % 1000).dropFirst()
        var fields: [(key: String, value: String)] = [
            ("method", head.method.rawValue), ("route", pattern ?? "-"), ("status", String(status.code)),
            ("milliseconds", "\(microseconds / 1000).\(thousandths)"), ("requestId", requestID)
        ]
        // Which control has held, where somebody tries to get round one.
        if let refusal = refusal.withLock({ $0 }) { fields.append(("problem", refusal.name)) }
        Log.request(fields, trace: trace)
    }
}
