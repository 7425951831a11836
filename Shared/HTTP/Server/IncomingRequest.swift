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
    /// In bytes; of an address that does not exist what is read over.
    let bodyLimit: Int
    var framing = BodyFraming.none
    var due: BodyDeadline
    var caller = CallerCheck.Caller.unchecked
    var holding = Holding()
    /// `Expect: 100-continue`: the client waits to be told that its body is wanted.
    private(set) var waitsToContinue = false
    private(set) var body: [UInt8] = []

    init(exchange: Exchange, startedAt: NIODeadline, _ configuration: HTTPServerConfiguration) {
        self.exchange = exchange
        var rate = configuration.bodyRate
        if case .found(let endpoint, _) = exchange.match {
            bodyLimit = endpoint.route.bodyLimit
            // It is not kept, and what comes slowly costs little.
            if endpoint.route.isStreamed { rate /= 4 }
        } else {
            bodyLimit = configuration.mostDiscarded
        }
        due = BodyDeadline(from: startedAt, patience: TimeAmount(configuration.bodyDeadline), bytesPerSecond: rate)
    }

    var route: Route? {
        if case .found(let endpoint, _) = exchange.match { endpoint.route } else { nil }
    }

    /// In bytes; nil when it is not announced.
    var length: Int? {
        if case .length(let length) = framing { length } else { nil }
    }

    mutating func expect(_ expectation: String?) throws {
        guard let expectation else { return }
        guard expectation.lowercased() == "100-continue" else {
            throw Problem(.expectationFailed, "expectation-failed", title: "Unknown expectation", detail: "Only Expect: 100-continue is known.")
        }
        waitsToContinue = exchange.head.version.minor > 0
    }

    /// What must not be kept is a problem.
    mutating func take(_ piece: ByteBuffer, at now: NIODeadline) -> Problem? {
        guard body.count + piece.readableBytes <= bodyLimit else { return .tooLarge(limit: bodyLimit) }
        switch holding.share?.grow(by: BodyWeight.of(piece)) {
        case .full: return BodyBudget.refusal()
        case .tooLarge: return .tooLarge(limit: bodyLimit, "It holds more values than there is memory for; send it in parts.")
        case .taken, nil: break
        }
        let needed = body.count + piece.readableBytes
        if let length, needed > body.capacity {
            // Not all that was announced at once: many say much and send little.
            body.reserveCapacity(max(needed, min(length, max(BodyBudget.small, 4 * needed))))
        }
        body.append(contentsOf: piece.readableBytesView)
        due.received(piece.readableBytes, at: now)
        return nil
    }
}
