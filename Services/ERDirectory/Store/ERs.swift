import CareModels
import Foundation
import Postgres

extension ERRecord {
    /// Of `ers`, read by their places.
    static let columns = "id, " + columnsAfterID
    static let columnsAfterID = """
        version, schedule_version, position, name, facility_type, phone, website, street, city, region, postal_code, country, county_code,
        latitude, longitude, time_zone, time_zone_basis, weekly_hours, weekly_hours_from, weekly_hours_to, source, source_id, created_at, updated_at, removed_at
        """

    init(_ row: Row) throws {
        id = try row[0]
        version = try row[1]
        scheduleVersion = try row[2]
        position = try row[3]
        details = try ERDetails(row)
        let sourceName: String? = try row[21]
        let sourceID: String? = try row[22]
        source = sourceName.flatMap { name in sourceID.map { SourceRow(source: name, id: $0) } }
        createdAt = try row[23]
        updatedAt = try row[24]
        removedAt = try row[25]
    }
}

extension ERPlace {
    /// Of a row of `ERRecord.columns`.
    init(_ row: Row) throws {
        self.init(
            id: try row[0], position: Position(latitude: try row[14], longitude: try row[15]), timeZone: try row[16],
            weekly: WeeklySchedule(try row[18], from: try row[19], to: try row[20]))
    }
}

extension ERDetails {
    /// Of a row of `ERRecord.columns`.
    init(_ row: Row) throws {
        self.init(
            name: try row[4], facilityType: try row[5], phone: try row[6], website: try row[7], street: try row[8], city: try row[9], region: try row[10],
            postalCode: try row[11], country: try row[12], countyCode: try row[13], latitude: try row[14], longitude: try row[15],
            timeZone: try row[16], timeZoneBasis: TimeZoneBasis(stored: try row[17]), weeklyHours: try row[18], weeklyHoursFrom: try row[19], weeklyHoursTo: try row[20])
    }

    /// What an entry and a change write.
    fileprivate var written: [(column: String, value: SQL)] {
        [
            ("name", "\(name)"), ("facility_type", "\(facilityType)::text"), ("phone", "\(phone)::text"), ("website", "\(website)::text"),
            ("street", "\(street)::text"), ("city", "\(city)::text"), ("region", "\(region)::text"), ("postal_code", "\(postalCode)::text"),
            ("country", "\(country)::text"), ("county_code", "\(countyCode)::text"), ("latitude", "\(latitude)"), ("longitude", "\(longitude)"),
            ("time_zone", "\(timeZone)"), ("time_zone_basis", "\(timeZoneBasis.rawValue)"), ("weekly_hours", "\(weeklyHours)::text"),
            ("weekly_hours_from", "\(weeklyHoursFrom)::text"), ("weekly_hours_to", "\(weeklyHoursTo)::text")
        ]
    }
}

extension PostgresRunner {
    /// Also a removed one.
    func er(_ id: ERID) async throws -> ERRecord? {
        try await first("SELECT \(unescaped: ERRecord.columns) FROM ers WHERE id = \(id)").map { try ERRecord($0) }
    }

    /// Those whose details changed after a position of the feed, in its order.
    func ers(after position: Int, limit: Int) async throws -> [ERRecord] {
        let rows = try await query(
            """
            SELECT \(unescaped: ERRecord.columns) FROM ers WHERE position > \(position) ORDER BY position LIMIT \(limit)
            """)
        return try rows.map { try ERRecord($0) }
    }
}

extension Transaction {
    /// Locked until the end. Nil when there is none, or it was removed.
    func lockER(_ id: ERID) async throws -> ERRecord? {
        let sql: SQL = "SELECT \(unescaped: ERRecord.columns) FROM ers WHERE id = \(id) AND removed_at IS NULL FOR NO KEY UPDATE"
        return try await first(sql).map { try ERRecord($0) }
    }

    func insert(_ record: ERRecord) async throws { try await execute(Self.insertion(of: record)) }

    func update(_ record: ERRecord) async throws { try await execute(Self.change(to: record)) }

    /// The row stays; its hours go.
    func remove(_ record: ERRecord, at instant: Date) async throws {
        try await batch([
            "UPDATE ers SET version = \(record.version), position = \(record.position), updated_at = \(instant), removed_at = \(instant) WHERE id = \(record.id)",
            "DELETE FROM schedules WHERE er_id = \(record.id)",
            "DELETE FROM weekly_reach WHERE er_id = \(record.id)"
        ])
    }

    static func insertion(of record: ERRecord, imported: ERDetails? = nil) -> SQL {
        let written = record.details.written
        return """
            INSERT INTO ers (id, version, schedule_version, position, \(unescaped: written.map(\.column).joined(separator: ", ")), source, source_id,
                imported, created_at, updated_at)
            VALUES (\(record.id), \(record.version), \(record.scheduleVersion), \(record.position),
                \(SQL.join(written.map(\.value), separator: ", ")), \(record.source?.source), \(record.source?.id),
                \(imported.map { JSONB($0) }), \(record.createdAt), \(record.updatedAt))
            """
    }

    static func change(to record: ERRecord, imported: ERDetails? = nil) -> SQL {
        let assignments = record.details.written.map { "\(unescaped: $0.column) = \($0.value)" as SQL }
        return """
            UPDATE ers SET version = \(record.version), position = \(record.position), \(SQL.join(assignments, separator: ", ")),
                imported = coalesce(\(imported.map { JSONB($0) })::jsonb, imported), updated_at = \(record.updatedAt)
            WHERE id = \(record.id)
            """
    }
}
