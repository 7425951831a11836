import Telemetry

enum InboxDayMetrics {
    static let end = Gauge(
        "care_inbox_days_end_timestamp_seconds", "until when the inbox has a table for each day, in seconds since 1970, as the replica saw it that looked last",
        unit: .seconds)
    static let dropped = Counter("care_inbox_days_dropped_total", "tables of days that were dropped, their events being old enough to be forgotten")
    static let putOff = Counter(
        "care_inbox_days_put_off_total", "times that making or dropping a day's table was put off for a minute, since somebody else held it for more than 200 ms")
}
