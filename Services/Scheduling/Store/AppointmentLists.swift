import CareModels
import Foundation
import Postgres
import Sealing

/// Which of a person's appointments, in which order.
struct AppointmentFilter: Sendable {
    enum When: String, CaseIterable, Sendable { case upcoming, past }
    enum Side: String, Sendable { case patient = "patient_id", provider = "provider_id" }

    var side: Side
    var person: UserID
    var when: When?
    var status: AppointmentStatus?
    /// Only what is at the front desks of these.
    var organisations: [OrganisationID]?
    /// Not over by then.
    var from: Date?
    /// Begun before.
    var to: Date?

    /// Upcoming ones, and those of a stretch of time, come soonest first; past ones, and all, latest first.
    var isRising: Bool { when == .upcoming || when == nil && (from != nil || to != nil) }

    fileprivate func conditions(now: Date) -> [SQL] {
        var conditions: [SQL] = ["a.\(unescaped: side.rawValue) = \(person)"]
        if let organisations { conditions.append("a.organisation_id = ANY(\(organisations.map(\.uuid))::uuid[])") }
        switch when {
        case .upcoming?: conditions.append("a.ends_at > \(now)")
        case .past?: conditions.append("a.ends_at <= \(now)")
        case nil: break
        }
        if let status {
            conditions.append("a.status = \(status.rawValue)")
        } else if when == .upcoming {
            // Nobody goes there; whoever wants to see it asks for its status.
            conditions.append("a.status <> 'cancelled'")
        }
        // None is longer than 24 hours (appointments_longest): so the index finds where to begin.
        if let from { conditions.append("a.ends_at > \(from) AND a.starts_at > \(from)::timestamptz - interval '24 hours'") }
        if let to { conditions.append("a.starts_at < \(to)") }
        return conditions
    }
}

extension PostgresRunner {
    func appointments(_ filter: AppointmentFilter, now: Date, after: TimeCursor<Appointment>?, limit: Int, _ keys: PersonKeys) async throws
        -> [AppointmentRecord]
    {
        var conditions = filter.conditions(now: now)
        if let after {
            conditions.append("(a.starts_at, a.id) \(unescaped: filter.isRising ? ">" : "<") (\(after.instant), \(after.id))")
        }
        let direction = filter.isRising ? "ASC" : "DESC"
        let sql: SQL = """
            SELECT \(unescaped: AppointmentRecord.columns) FROM appointments a \(unescaped: AppointmentRecord.people)
            WHERE \(SQL.join(conditions, separator: " AND "))
            ORDER BY a.starts_at \(unescaped: direction), a.id \(unescaped: direction) LIMIT \(limit)
            """
        return try await keys.opened(query(sql).map { try StoredAppointment($0) }, self)
    }
}

extension AppointmentRecord {
    var cursor: TimeCursor<Appointment> { TimeCursor(startTime, id) }
}
