import Telemetry

enum RelayMetrics {
    static let isHolder = Gauge("care_outbox_relay_holder", "1 in the replica that publishes; the sum over the replicas of a service is 1")
    static let backlog = Gauge("care_outbox_backlog", "events that await publishing, as the holder sees it")
    static let oldest = Gauge("care_outbox_oldest_seconds", "age of the oldest of them", unit: .seconds)
    static let published = Counter("care_outbox_published_total", "events acknowledged by the broker")
    static let batches = Histogram("care_outbox_batch_seconds", "one batch, from reading to its last acknowledgement", unit: .seconds)
    static let heldKeys = Gauge("care_outbox_held_keys", "keys that one event of theirs holds back")
    static let sendFailures = Counter.labelled("care_outbox_send_failures_total", "sends that failed; the events stay", by: "error")
    static let failures = Counter("care_outbox_relay_failures_total", "interruptions of the relay, most of them the database's")
}
