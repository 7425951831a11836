import Telemetry

enum ConsumerMetrics {
    static let lag = Gauge.labelled("care_consumer_lag", "events of this replica's partitions that are not handled yet", by: "consumer")
    static let oldest = Gauge.labelled(
        "care_consumer_oldest_seconds", "age of the oldest event that this replica has read and not handled; looked at every 5 s", unit: .seconds,
        by: "consumer")
    static let partitions = Gauge.labelled(
        "care_consumer_partitions", "partitions that this replica reads; the sum over the replicas is 12", by: "consumer")
    static let events = Counter.labelled(
        "care_consumer_events_total", "handled, duplicate, skipped (not a type it wants), parked; heard and malformed of broadcasts",
        by: ("consumer", "outcome"))
    static let took = Histogram.labelled("care_consumer_event_seconds", "handling one event", unit: .seconds, by: "consumer")
    static let retries = Counter.labelled(
        "care_consumer_retries_total", "failed tries: the event's own fault, or its surroundings'", by: ("consumer", "fault"))
    static let parked = Counter.labelled("care_consumer_parked_total", "events parked as dead letters", by: "consumer")
    static let gaps = Counter.labelled(
        "care_consumer_gaps_total", "events that came while versions before them never did, of what keeps the versions it has seen",
        by: ("consumer", "event"))
    static let fetchFailures = Counter.labelled("care_consumer_fetch_failures_total", "failed reads from the broker", by: ("consumer", "error"))
}
