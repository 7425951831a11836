import CareModels
import Foundation
import Postgres

/// A provider's calendar with what is taken of it: all that free slots are made of.
struct BookableCalendar: Sendable {
    var stored: StoredCalendar
    var fullName: String?
    var nameKey: String
    var taken: [FreeSlots.Taken]

    init(_ row: Row) throws {
        stored = try StoredCalendar(row)
        fullName = try row["full_name"]
        nameKey = try row["sort_key"]
        let starts: [Int] = try row["taken_starts"]
        let from: [Int] = try row["taken_from"]
        let until: [Int] = try row["taken_until"]
        taken = starts.indices.map { index in
            FreeSlots.Taken(start: starts[index], blocked: from[index] < until[index] ? Interval(start: from[index], end: until[index]) : nil)
        }
    }
}

/// An appointment matters to slots at most so far away: it claims no more than 24 hours, and a day of a zone, which the daily
/// limit counts, has no more than 25.
private let takenMargin = 26 * 3600

extension PostgresRunner {
    func bookableCalendar(of provider: UserID, _ range: Interval) async throws -> BookableCalendar? {
        try await first(BookableCalendar.selection(of: provider, range)).map { try BookableCalendar($0) }
    }

    /// The providers of a specialty by name, then id, with their calendars, in one query; without those who can have no hours in the range, whatever its zone.
    func bookableCalendars(specialty: String, _ range: Interval, from place: ProviderPlace, limit: Int) async throws -> [BookableCalendar] {
        try await query(BookableCalendar.selection(specialty: specialty, range, from: place, limit: limit)).map { try BookableCalendar($0) }
    }
}

extension BookableCalendar {
    static func selection(of provider: UserID, _ range: Interval) -> SQL {
        """
        \(all(of: "people p", range)) WHERE p.user_id = \(provider) AND p.role = 'provider' AND p.erased_at IS NULL AND p.is_verified
        """
    }

    static func selection(specialty: String, _ range: Interval, from place: ProviderPlace, limit: Int) -> SQL {
        var conditions: [SQL] = [
            "p.role = 'provider' AND p.erased_at IS NULL AND p.version > 0 AND p.is_verified", ProviderSpecialties.of(specialty), hasHours(in: range)
        ]
        if let cursor = place.cursor {
            // With slots left of the provider whom the last answer ended with, that one comes again.
            let isBehind: SQL = place.after == nil ? ">" : ">="
            conditions.append("(\(ProviderSpecialties.place)) \(isBehind) (\(cursor.name)::text COLLATE \"C\", \(cursor.id)::uuid)")
        }
        return """
            \(all(of: "provider_specialties s JOIN people p ON p.user_id = s.provider_id", range)) WHERE \(SQL.join(conditions, separator: " AND "))
            ORDER BY \(ProviderSpecialties.place) LIMIT \(limit)
            """
    }

    /// Weekly hours recur, and a date's are on clocks that are not known here: only who has neither is told by their one-off hours.
    private static func hasHours(in range: Interval) -> SQL {
        """
        (c.weekly <> '{}' OR c.overrides <> '{}' OR EXISTS (
            SELECT FROM generate_series(1, cardinality(c.open_intervals), 2) AS i
            WHERE c.open_intervals[i] < \(range.end) AND c.open_intervals[i + 1] > \(range.start)
        ))
        """
    }

    /// What has ended claims nothing, as the constraints have it: until where it begins.
    private static func all(of people: SQL, _ range: Interval) -> SQL {
        let from = Date(epochSeconds: range.start - takenMargin)
        let until = Date(epochSeconds: range.end + takenMargin)
        return """
            SELECT \(unescaped: StoredCalendar.columns), p.full_name, \(unescaped: FoldedNames.name) AS sort_key,
                coalesce(t.starts, '{}') AS taken_starts, coalesce(t.blocked_from, '{}') AS taken_from,
                coalesce(t.blocked_until, '{}') AS taken_until
            FROM \(people) JOIN calendars c ON c.provider_id = p.user_id
            CROSS JOIN LATERAL (
                SELECT array_agg(date_part('epoch', a.starts_at)::bigint) AS starts,
                       array_agg(date_part('epoch', a.blocked_from)::bigint) AS blocked_from,
                       array_agg(date_part('epoch', CASE WHEN a.status IN ('held', 'booked') THEN a.blocked_until ELSE a.blocked_from END)::bigint)
                           AS blocked_until
                FROM appointments a
                WHERE a.provider_id = p.user_id AND a.starts_at >= \(from) AND a.starts_at < \(until) AND a.status <> 'cancelled'
            ) t
            """
    }

    var cursor: NameCursor<User> { NameCursor(nameKey, stored.providerId) }
}

/// Where the providers of a specialty go on.
struct ProviderPlace: Sendable {
    /// Nil for the first of them.
    var cursor: NameCursor<User>?
    /// Within the cursor's provider, behind this slot; nil: with the provider behind them.
    var after: Int?

    init(cursor: NameCursor<User>?, after: Int?) {
        self.cursor = cursor
        self.after = cursor == nil ? nil : after
    }

    init(behind bookable: BookableCalendar?) { self.init(cursor: bookable?.cursor, after: nil) }
}
