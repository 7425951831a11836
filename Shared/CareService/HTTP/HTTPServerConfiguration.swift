import NIOCore

/// Where a server listens, and its limits; each refusal names the limit that it met.
public struct HTTPServerConfiguration: Sendable {
    public var host: String
    /// 0 takes a free port; `HTTPServer.port` tells which.
    public var port: Int
    /// Peers whose X-Forwarded-For counts.
    public var trustedProxies = TrustedProxies.loopback
    /// Open connections; further ones get a 503 and are closed.
    public var mostConnections = 4096
    /// Bytes of request line and headers together; over it is a 431.
    public var headLimit = 16 << 10
    /// Bytes of memory for what clients send, all connections together and weighed by what reading it costs (`BodyBudget`): over it is
    /// a 503.
    public var bodyMemory = 192 << 20
    /// Requests to heavy routes (`Route.heavy`) that one caller may have running: a further one is a 429.
    public var mostHeavy = 2
    /// Kept-alive and silent for this long: closed. Longer than the gateway's, so that the gateway closes first.
    public var idleDeadline = Duration.seconds(75)
    /// From a head's first byte to its end (slow loris): 408.
    public var headDeadline = Duration.seconds(10)
    /// For the first byte of a body, and between two of them: 408.
    public var bodyDeadline = Duration.seconds(20)
    /// Bytes a second that a body has to come with: so long lasts a body of that length, and `bodyDeadline`. A streamed one, which is not
    /// kept, may be four times as slow.
    public var bodyRate = 64 << 10
    /// Bytes of a refused request's body that are read over.
    public var mostDiscarded = 64 << 10
    /// Bytes that are thrown away unread after the answer, so that the client sees it.
    public var mostLingering = 4 << 20
    /// And for how long, before the answer and after it.
    public var discardDeadline = Duration.seconds(2)
    /// For the handler: 503.
    public var requestDeadline = Duration.seconds(30)
    /// For the client to take a response, or each piece of a stream: the connection is broken off.
    public var writeDeadline = Duration.seconds(30)

    public init(host: String = "127.0.0.1", port: Int) {
        self.host = host
        self.port = port
    }

    /// How often a connection looks at its deadline.
    var tick: TimeAmount {
        let shortest = min(idleDeadline, headDeadline, bodyDeadline, discardDeadline, requestDeadline, writeDeadline)
        return min(.seconds(1), TimeAmount(shortest) / 4)
    }
}

private func / (amount: TimeAmount, divisor: Int64) -> TimeAmount { .nanoseconds(max(1_000_000, amount.nanoseconds / divisor)) }
