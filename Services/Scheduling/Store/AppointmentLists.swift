import CareModels
import Foundation
import HTTP
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
    /// One more than the page holds.
    func appointments(_ filter: AppointmentFilter, now: Date, _ page: PageRequest) async throws -> [AppointmentRecord] {
        var conditions: [SQL] = ["a.\(unescaped: filter.side.rawValue) = \(filter.person)"]
        switch filter.when {
        case .upcoming?: conditions.append("a.ends_at > \(now)")
        case .past?: conditions.append("a.ends_at <= \(now)")
        case nil: break
        }
        if let status = filter.status { conditions.append("a.status = \(status.rawValue)") }
        let isRising = filter.when == .upcoming
        if let after = try TimeCursor(page) {
            conditions.append("(a.starts_at, a.id) \(unescaped: isRising ? ">" : "<") (\(after.startTime), \(after.id))")
        }
        let direction = isRising ? "ASC" : "DESC"
        let sql: SQL = """
            SELECT \(unescaped: AppointmentRecord.columns) FROM appointments a \(unescaped: AppointmentRecord.people)
            WHERE \(SQL.join(conditions, separator: " AND "))
            ORDER BY a.starts_at \(unescaped: direction), a.id \(unescaped: direction) LIMIT \(page.limit + 1)
            """
        return try await query(sql).map { try AppointmentRecord($0) }
    }
}

/// Where a list of appointments goes on: after this start and id.
struct TimeCursor: Sendable {
    var startTime: Date
    var id: AppointmentID

    init?(_ page: PageRequest) throws {
        guard let startTime = try page.instant(at: 0), let id: AppointmentID = try page.id(at: 1) else { return nil }
        self.startTime = startTime
        self.id = id
    }

    static func fields(_ record: AppointmentRecord) -> [String] { [RFC3339.format(record.startTime), record.id.description] }
}
