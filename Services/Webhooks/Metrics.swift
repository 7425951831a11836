import Telemetry

enum WebhookMetrics {
    static let attempts = Counter.labelled(
        "care_webhook_attempts_total", "requests to receivers: delivered, retried, gaveUp (after 3 days), disabled (the webhook, by this one)", by: "outcome")
    static let took = Histogram("care_webhook_attempt_seconds", "a request to a receiver, until its answer or its failure", unit: .seconds)
    static let waiting = Gauge("care_webhook_waiting", "events that wait for their receivers, of all webhooks; the same in every replica, counted every 15 s")
    static let oldest = Gauge(
        "care_webhook_oldest_seconds", "how long the oldest event that is not delivered has waited for a webhook that is active; the same in every replica",
        unit: .seconds)
    static let disabled = Counter.labelled("care_webhook_disabled_total", "webhooks that were disabled: gone, failing, queueFull", by: "reason")
}
