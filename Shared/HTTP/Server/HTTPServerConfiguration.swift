import NIOCore

/// Where a server listens, and its limits; each refusal names the limit that it met.
package struct HTTPServerConfiguration: Sendable {
    package var host: String
    /// 0 takes a free port; `HTTPServer.port` tells which.
    package var port: Int
    /// The platform's public address, where the pages of the problems are.
    package var issuer = "http://127.0.0.1:8080"
    /// Peers whose X-Forwarded-For counts.
    package var trustedProxies = TrustedProxies.loopback
    /// Open connections; further ones get a 503 and are closed, unless they are a probe's (`Route.probe`).
    package var mostConnections = 4096
    /// Bytes of request line and headers together; over it is a 431.
    package var headLimit = 16 << 10
    /// Bytes of memory for what clients send, all connections together and weighed by what reading it costs (`BodyBudget`): over it is
    /// a 503.
    package var bodyMemory = 192 << 20
    /// Requests to heavy routes (`Route.heavy`) that one caller may have running: a further one is a 429.
    package var mostHeavy = 2
    /// Requests to routes in turn (`Route.inTurn`) that one caller has running, whichever apps they come through; those beyond it wait for them.
    package var writesAtOnce = 2
    /// So many wait, and so long at most: a further one, or one that has waited longer, is a 429 with Retry-After.
    package var mostWaitingWrites = 250
    package var turnPatience = Duration.seconds(10)
    /// Requests that a caller (a person through one app, or a machine) may make at once, and in each minute: a further one is a 429.
    package var callerQuota = 6000
    /// Kept-alive and silent for this long: closed. Longer than the gateway's, so that the gateway closes first.
    package var idleDeadline = Duration.seconds(75)
    /// From a head's first byte to its end (slow loris): 408.
    package var headDeadline = Duration.seconds(10)
    /// For the first byte of a body, and between two of them: 408.
    package var bodyDeadline = Duration.seconds(20)
    /// Bytes a second that a body has to come with: so long lasts a body of that length, and `bodyDeadline`. A streamed one, which is not
    /// kept, may be four times as slow.
    package var bodyRate = 64 << 10
    /// Bytes of a refused request's body that are read over.
    package var mostDiscarded = 64 << 10
    /// Bytes that are thrown away unread after the answer, so that the client sees it.
    package var mostLingering = 4 << 20
    /// And for how long, before the answer and after it.
    package var discardDeadline = Duration.seconds(2)
    /// For the handler: 503.
    package var requestDeadline = Duration.seconds(30)
    /// For the client to take a response, or each piece of a stream: the connection is broken off.
    package var writeDeadline = Duration.seconds(30)

    package init(host: String = "127.0.0.1", port: Int) {
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
