import Telemetry

enum MessagingMetrics {
    static let streamsOpened = Counter(
        "care_streams_opened_total", "streams of feeds that began; less care_streams_closed_total, those that are open")
    static let streamsClosed = Counter("care_streams_closed_total", "and those that ended")
    static let feedEntries = Counter.labelled("care_feed_entries_total", "entries appended to feeds", by: "kind")
}
