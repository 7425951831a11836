import CareModels
import NIOCore
import NIOHTTP1

/// A request whose head is there and whose body is awaited.
struct IncomingRequest: Sendable {
    /// What it holds of what all requests share, until nobody works on it any more.
    struct Holding: Sendable {
        var share: BodyBudget.Share?
        var permit: HeavyRequests.Permit?
    }

    let exchange: Exchange
    private(set) var expected: ExpectedBody
    private(set) var isEncoded = false
    var caller = CallerCheck.Caller.unchecked
    var holding = Holding()
    private(set) var body: [UInt8] = []

    init(exchange: Exchange, startedAt: NIODeadline, _ configuration: HTTPServerConfiguration) {
        self.exchange = exchange
        var (limit, isStreamed) = (configuration.mostDiscarded, false)
        if case .found(let endpoint, _) = exchange.match { (limit, isStreamed) = (endpoint.route.bodyLimit, endpoint.route.isStreamed) }
        // What is streamed is not kept, and what comes slowly costs little.
        let rate = isStreamed ? configuration.bodyRate / 4 : configuration.bodyRate
        let due = BodyDeadline(from: startedAt, patience: TimeAmount(configuration.bodyDeadline), bytesPerSecond: rate)
        expected = ExpectedBody(limit: limit, isStreamed: isStreamed, due: due)
    }

    var route: Route? {
        if case .found(let endpoint, _) = exchange.match { endpoint.route } else { nil }
    }

    /// What its head says, when it may be said so.
    mutating func read(_ fields: RequestFields, headLimit: Int) throws {
        let version = exchange.head.version
        if fields.bytes > headLimit { throw Problem.headTooLarge(limit: headLimit) }
        if fields.count > RequestFields.most {
            throw Problem(
                .headTooLarge, detail: "At most \(RequestFields.most) headers are accepted.", members: ["headerLimit": .number(RequestFields.most)])
        }
        if fields.hasLongRows { throw RequestFields.malformed("A header has more than \(CombiningMarks.most) combining marks in a row.") }
        if version.minor > 0, fields.hosts != 1 { throw RequestFields.malformed("Send exactly one Host header.") }
        expected.framing = try fields.framing(version)
        if let length = expected.length, length > expected.limit {
            throw route == nil ? Responder.problem(of: exchange.match) : .tooLarge(limit: expected.limit)
        }
        isEncoded = fields.encoding != nil
        guard let expectation = fields.expectation else { return }
        guard expectation.lowercased() == "100-continue" else {
            throw Problem(.expectationFailed, detail: "Only Expect: 100-continue is known.")
        }
        expected.waitsToContinue = version.minor > 0
    }

    /// Keeps a further piece; what there is no room for is a problem.
    mutating func keep(_ piece: ByteBuffer) -> Problem? {
        switch holding.share?.grow(by: BodyWeight.of(piece)) {
        case .full: return BodyBudget.refusal()
        case .tooLarge: return .tooLarge(limit: expected.limit, "It holds more values than there is memory for; send it in parts.")
        case .taken, nil: break
        }
        let needed = body.count + piece.readableBytes
        if let length = expected.length, needed > body.capacity {
            // Not all that was announced at once: many say much and send little.
            body.reserveCapacity(max(needed, min(length, max(BodyBudget.small, 4 * needed))))
        }
        body.append(contentsOf: piece.readableBytesView)
        return nil
    }
}
