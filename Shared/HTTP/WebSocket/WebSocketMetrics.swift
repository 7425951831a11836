import Telemetry

enum WebSocketMetrics {
    static let opened = Counter("websockets_opened_total", "WebSockets that began")
    static let closed = Counter.labelled(
        "websockets_closed_total", "and ended: by us (with our close code), by the peer, by loss of the connection", by: ("by", "code"))
    static let slow = Counter("websockets_slow_total", "closed because the client took nothing within CARE_MESSAGING_WRITE_DEADLINE")
}
