import Telemetry

enum MessagingMetrics {
    static let streamsOpened = Counter.labelled(
        "care_streams_opened_total", "streams of feeds that began; less care_streams_closed_total, those that are open", by: "transport")
    static let streamsClosed = Counter.labelled("care_streams_closed_total", "and those that ended", by: "transport")
    static let feedEntries = Counter.labelled("care_feed_entries_total", "entries appended to feeds", by: "kind")
}
