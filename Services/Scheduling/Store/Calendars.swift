import CareModels
import Foundation
import Postgres

/// A provider's calendar with its version.
struct StoredCalendar: Sendable, Equatable {
    var providerId: UserID
    var version: Int
    var calendar: ProviderCalendar
    var intervalIDs: IntervalIDs

    /// Of `calendars c JOIN people p`.
    static let columns = "c.provider_id, " + columnsBesideProvider

    /// For a row that has `provider_id` already.
    static let columnsBesideProvider = """
        c.version AS calendar_version, coalesce(c.time_zone, p.time_zone, 'UTC') AS calendar_zone, c.weekly, c.overrides,
        c.open_intervals, c.busy_intervals, c.slot_minutes, c.buffer_before, c.buffer_after, c.minimum_notice, c.cancel_notice,
        c.reschedule_notice, c.booking_window_days, c.daily_limit, c.interval_ids, c.interval_keys, c.desk_sees_bookings, c.organisation_id AS desk_id
        """

    init(_ row: Row) throws {
        providerId = try row["provider_id"]
        version = try row["calendar_version"]
        calendar = ProviderCalendar(timeZone: try row["calendar_zone"])
        calendar.weekly = try CalendarColumns.weekly(row["weekly"])
        calendar.overrides = CalendarColumns.overrides(try row["overrides"])
        calendar.open = CalendarColumns.intervals(try row["open_intervals"])
        calendar.busy = CalendarColumns.intervals(try row["busy_intervals"])
        calendar.settings = try Self.settings(row)
        calendar.desk = DeskChoice(seesBookings: try row["desk_sees_bookings"], organisation: try row["desk_id"])
        intervalIDs = IntervalIDs(try CalendarColumns.intervalIDs(row["interval_ids"], row["interval_keys"]))
    }

    private static func settings(_ row: Row) throws -> BookingSettings {
        var settings = BookingSettings()
        settings.slotMinutes = try row["slot_minutes"]
        settings.bufferBeforeMinutes = try row["buffer_before"]
        settings.bufferAfterMinutes = try row["buffer_after"]
        settings.minimumNoticeMinutes = try row["minimum_notice"]
        settings.cancelNoticeMinutes = try row["cancel_notice"]
        settings.rescheduleNoticeMinutes = try row["reschedule_notice"]
        settings.bookingWindowDays = try row["booking_window_days"]
        settings.dailyLimit = try row["daily_limit"]
        return settings
    }
}

extension PostgresReader {
    func calendar(of provider: UserID) async throws -> StoredCalendar? {
        let sql: SQL = """
            SELECT \(unescaped: StoredCalendar.columns) FROM calendars c JOIN people p ON p.user_id = c.provider_id
            WHERE c.provider_id = \(provider) AND p.erased_at IS NULL
            """
        return try await first(sql).map { try StoredCalendar($0) }
    }
}

extension Transaction {
    /// An empty calendar with the default settings, unless there is one.
    func createCalendar(of provider: UserID) async throws {
        let settings = BookingSettings()
        try await execute(
            """
            INSERT INTO calendars (provider_id, slot_minutes, buffer_before, buffer_after, minimum_notice, cancel_notice,
                                   reschedule_notice, booking_window_days)
            VALUES (\(provider), \(settings.slotMinutes), \(settings.bufferBeforeMinutes), \(settings.bufferAfterMinutes),
                    \(settings.minimumNoticeMinutes), \(settings.cancelNoticeMinutes), \(settings.rescheduleNoticeMinutes),
                    \(settings.bookingWindowDays))
            ON CONFLICT (provider_id) DO NOTHING
            """)
    }

    /// The calendar, locked until the end: bookings wait, and see what this transaction leaves.
    func lockCalendar(of provider: UserID) async throws -> StoredCalendar? {
        let sql: SQL = """
            SELECT \(unescaped: StoredCalendar.columns) FROM calendars c JOIN people p ON p.user_id = c.provider_id
            WHERE c.provider_id = \(provider) AND p.erased_at IS NULL FOR NO KEY UPDATE OF c
            """
        return try await first(sql).map { try StoredCalendar($0) }
    }

    /// Replaces the locked calendar. `timeZone` is the zone to keep as chosen; nil leaves it as it was.
    func save(_ stored: StoredCalendar, choosing timeZone: String?) async throws {
        let calendar = stored.calendar
        let (ids, keys) = CalendarColumns.intervalIDs(stored.intervalIDs.known)
        let settings = calendar.settings
        try await executeLater(
            """
            UPDATE calendars SET version = \(stored.version), time_zone = coalesce(\(timeZone)::text, time_zone),
                weekly = \(CalendarColumns.weekly(calendar.weekly)), overrides = \(CalendarColumns.overrides(calendar.overrides)),
                open_intervals = \(CalendarColumns.intervals(calendar.open)), busy_intervals = \(CalendarColumns.intervals(calendar.busy)),
                interval_ids = \(ids), interval_keys = \(keys),
                slot_minutes = \(settings.slotMinutes), buffer_before = \(settings.bufferBeforeMinutes),
                buffer_after = \(settings.bufferAfterMinutes), minimum_notice = \(settings.minimumNoticeMinutes),
                cancel_notice = \(settings.cancelNoticeMinutes), reschedule_notice = \(settings.rescheduleNoticeMinutes),
                booking_window_days = \(settings.bookingWindowDays), daily_limit = \(settings.dailyLimit)::integer,
                desk_sees_bookings = \(calendar.desk.seesBookings), organisation_id = \(calendar.desk.organisation)::uuid
            WHERE provider_id = \(stored.providerId)
            """)
    }

    /// Empties the calendar of a provider who is being erased; its new version, or nil when there is none to empty.
    func eraseCalendar(of provider: UserID) async throws -> Int? {
        let sql: SQL = """
            UPDATE calendars SET version = version + 1, time_zone = NULL, weekly = '{}', overrides = '{}', open_intervals = '{}',
                busy_intervals = '{}', interval_ids = '{}', interval_keys = '{}', desk_sees_bookings = true, organisation_id = NULL
            WHERE provider_id = \(provider) AND EXISTS (SELECT FROM people WHERE user_id = \(provider) AND erased_at IS NULL)
            RETURNING version
            """
        return try await first(sql).map { try $0["version"] }
    }
}
