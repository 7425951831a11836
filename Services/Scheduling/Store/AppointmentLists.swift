import CareModels
import Foundation
import Postgres

/// Which of a person's appointments, in which order.
struct AppointmentFilter: Sendable {
    enum When: String, CaseIterable, Sendable { case upcoming, past }
    enum Side: String, Sendable { case patient = "patient_id", provider = "provider_id" }

    var side: Side
    var person: UserID
    /// Upcoming ones (not yet over) come soonest first; past ones, and all, latest first.
    var when: When?
    var status: AppointmentStatus?
}

extension PostgresRunner {
    func appointments(_ filter: AppointmentFilter, now: Date, after: TimeCursor<Appointment>?, limit: Int) async throws -> [AppointmentRecord] {
        var conditions: [SQL] = ["a.\(unescaped: filter.side.rawValue) = \(filter.person)"]
        switch filter.when {
        case .upcoming?: conditions.append("a.ends_at > \(now)")
        case .past?: conditions.append("a.ends_at <= \(now)")
        case nil: break
        }
        if let status = filter.status { conditions.append("a.status = \(status.rawValue)") }
        let isRising = filter.when == .upcoming
        if let after {
            conditions.append("(a.starts_at, a.id) \(unescaped: isRising ? ">" : "<") (\(after.instant), \(after.id))")
        }
        let direction = isRising ? "ASC" : "DESC"
        let sql: SQL = """
            SELECT \(unescaped: AppointmentRecord.columns) FROM appointments a \(unescaped: AppointmentRecord.people)
            WHERE \(SQL.join(conditions, separator: " AND "))
            ORDER BY a.starts_at \(unescaped: direction), a.id \(unescaped: direction) LIMIT \(limit)
            """
        return try await query(sql).map { try AppointmentRecord($0) }
    }
}

extension AppointmentRecord {
    var cursor: TimeCursor<Appointment> { TimeCursor(startTime, id) }
}
