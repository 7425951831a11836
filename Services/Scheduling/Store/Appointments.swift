import CareModels
import Foundation
import Postgres
import Sealing

extension AppointmentRecord {
    /// Of `appointments a`, with the names of the `people p` (provider) and `patient`.
    static let columns = """
        a.id, a.version, a.status, a.provider_id, a.patient_id, a.starts_at, a.ends_at, \(timeZone) AS time_zone, a.booked_by, a.rescheduled_by, a.organisation_id,
        a.cancelled_by, a.cancelled_at, a.sealed_texts, a.sealed_reason, a.auto_completed_at, a.created_at, a.updated_at, p.full_name AS provider_name, patient.full_name AS patient_name
        """
    /// Of one that the release before booked the provider's hours say it, until it is filled in.
    static let timeZone = "coalesce(a.time_zone, (SELECT h.time_zone FROM calendars h WHERE h.provider_id = a.provider_id), p.time_zone, 'UTC')"
    static let people = "JOIN people p ON p.user_id = a.provider_id JOIN people patient ON patient.user_id = a.patient_id"

    /// Those that a booking writes.
    static let bookedColumns = """
        id, version, status, provider_id, patient_id, starts_at, ends_at, time_zone, sealed_texts, booked_by, organisation_id, created_at, updated_at
        """

    /// What it writes into them.
    func booked(_ sealed: SealedTexts) -> SQL {
        """
        \(id)::uuid, \(version)::bigint, \(status.rawValue)::text, \(providerId)::uuid, \(patientId)::uuid, \(startTime)::timestamptz, \(endTime)::timestamptz,
            \(timeZone)::text, \(sealed.texts)::bytea, \(bookedBy)::uuid, \(organisationId)::uuid,
            \(createdAt)::timestamptz, \(updatedAt)::timestamptz
        """
    }

    /// Without what is sealed (`StoredAppointment`).
    init(_ row: Row) throws {
        id = try row["id"]
        version = try row["version"]
        status = try row["status"]
        providerId = try row["provider_id"]
        patientId = try row["patient_id"]
        startTime = try row["starts_at"]
        endTime = try row["ends_at"]
        timeZone = try row["time_zone"]
        title = ""
        bookedBy = try row["booked_by"]
        rescheduledBy = try row["rescheduled_by"]
        organisationId = try row["organisation_id"]
        cancelledBy = try row["cancelled_by"]
        cancelledAt = try row["cancelled_at"]
        autoCompletedAt = try row["auto_completed_at"]
        createdAt = try row["created_at"]
        updatedAt = try row["updated_at"]
        providerName = try row["provider_name"]
        patientName = try row["patient_name"]
    }
}

extension AppointmentStatus: PostgresDecodable {}

extension PostgresReader {
    func appointment(_ id: AppointmentID, _ keys: PersonKeys) async throws -> AppointmentRecord? {
        let sql: SQL = """
            SELECT \(unescaped: AppointmentRecord.columns) FROM appointments a \(unescaped: AppointmentRecord.people) WHERE a.id = \(id)
            """
        return try await keys.opened(query(sql).map { try StoredAppointment($0) }, self).first
    }
}

/// An appointment locked with its provider's calendar.
struct LockedAppointment: Sendable {
    var record: AppointmentRecord
    var calendar: ProviderCalendar
    var isPatientErased: Bool
    var isProviderVerified: Bool
}

extension Transaction {
    /// The appointment, locked; its calendar as it is.
    func lockAppointment(_ id: AppointmentID, _ keys: PersonKeys) async throws -> LockedAppointment? {
        try await lockedAppointment(id, locks: "a", keys)
    }

    /// The appointment, locked with all that a new time for it depends on: the calendar, then the patient, then itself, the order
    /// in which every transaction takes them.
    func lockToReschedule(_ id: AppointmentID, _ keys: PersonKeys) async throws -> LockedAppointment? {
        try await lockedAppointment(id, locks: "c, patient, a", keys)
    }

    /// The appointment, locked with its patient, of whom nothing is written once they are erased.
    func lockToDescribe(_ id: AppointmentID, _ keys: PersonKeys) async throws -> LockedAppointment? {
        try await lockedAppointment(id, locks: "patient, a", keys)
    }

    private func lockedAppointment(_ id: AppointmentID, locks: String, _ keys: PersonKeys) async throws -> LockedAppointment? {
        let sql: SQL = """
            SELECT \(unescaped: AppointmentRecord.columns), \(unescaped: StoredCalendar.columnsBesideProvider),
                patient.erased_at IS NOT NULL AS is_patient_erased, p.is_verified AS is_provider_verified
            FROM appointments a \(unescaped: AppointmentRecord.people) JOIN calendars c ON c.provider_id = a.provider_id
            WHERE a.id = \(id) FOR NO KEY UPDATE OF \(unescaped: locks)
            """
        guard let row = try await first(sql), let record = try await keys.opened([StoredAppointment(row)], self).first else { return nil }
        return LockedAppointment(
            record: record, calendar: try StoredCalendar(row).calendar, isPatientErased: try row["is_patient_erased"],
            isProviderVerified: try row["is_provider_verified"])
    }

    /// Writes what is said of the locked appointment.
    func describe(_ described: AppointmentRecord, _ sealed: SealedTexts) async throws {
        try await executeLater(
            """
            UPDATE appointments SET sealed_texts = \(sealed.texts), version = \(described.version), updated_at = \(described.updatedAt)
            WHERE id = \(described.id)
            """)
    }

    /// Writes why the locked appointment was cancelled.
    func explain(_ cancelled: AppointmentRecord, _ sealed: SealedTexts) async throws {
        try await executeLater("UPDATE appointments SET sealed_reason = \(sealed.reason)::bytea WHERE id = \(cancelled.id)")
    }

    /// Writes how the locked appointment ended.
    func close(_ closed: AppointmentRecord) async throws {
        try await executeLater(
            """
            UPDATE appointments SET status = \(closed.status.rawValue), version = \(closed.version), updated_at = \(closed.updatedAt),
                cancelled_by = \(closed.cancelledBy)::uuid, cancelled_at = \(closed.cancelledAt)::timestamptz,
                auto_completed_at = \(closed.autoCompletedAt)::timestamptz
            WHERE id = \(closed.id)
            """)
    }

    /// Writes down the zone of appointments that have none, so many at most; how many there were. It is what they are read with already.
    func fillZones(most: Int) async throws -> Int {
        let sql: SQL = """
            UPDATE appointments a SET time_zone = \(unescaped: AppointmentRecord.timeZone) FROM people p
            WHERE p.user_id = a.provider_id AND a.ctid = ANY(ARRAY(
                SELECT ctid FROM appointments WHERE time_zone IS NULL LIMIT \(most) FOR NO KEY UPDATE SKIP LOCKED
            ))
            RETURNING 1
            """
        return try await query(sql).count
    }

    /// Booked appointments that ended before `instant`, locked, without what is sealed; those that another replica holds are left to it.
    func lockAppointments(endedBefore instant: Date, most: Int) async throws -> [AppointmentRecord] {
        let sql: SQL = """
            SELECT \(unescaped: AppointmentRecord.columns) FROM appointments a \(unescaped: AppointmentRecord.people)
            WHERE a.status = 'booked' AND a.ends_at < \(instant) ORDER BY a.ends_at LIMIT \(most) FOR NO KEY UPDATE OF a SKIP LOCKED
            """
        return try await query(sql).map { try AppointmentRecord($0) }
    }

    /// Appointments of this person, as patient or provider, that have not begun, without what is sealed; locked in the order of their ids.
    func lockFutureAppointments(of person: UserID, now: Date) async throws -> [AppointmentRecord] {
        let sql: SQL = """
            SELECT \(unescaped: AppointmentRecord.columns) FROM appointments a \(unescaped: AppointmentRecord.people)
            WHERE (a.patient_id = \(person) OR a.provider_id = \(person)) AND a.status IN ('held', 'booked') AND a.starts_at > \(now)
            ORDER BY a.id FOR NO KEY UPDATE OF a
            """
        return try await query(sql).map { try AppointmentRecord($0) }
    }

    /// Empties what this person wrote, and what was written about them. That there was an appointment, when and with whom by id,
    /// stays: the other side's record of their time.
    func eraseTexts(of person: UserID) async throws {
        try await batch([
            // In the order of their ids: the other side of one may be erased at the same time.
            """
            SELECT 1 FROM appointments
            WHERE patient_id = \(person) OR (provider_id = \(person) AND cancelled_by = \(person)) OR \(unescaped: Self.isCancelledByAnother) AND cancelled_by = \(person)
            ORDER BY id FOR NO KEY UPDATE
            """,
            "UPDATE appointments SET sealed_texts = NULL, sealed_reason = NULL WHERE patient_id = \(person)",
            "UPDATE appointments SET sealed_reason = NULL WHERE provider_id = \(person) AND cancelled_by = \(person)",
            "UPDATE appointments SET sealed_reason = NULL WHERE \(unescaped: Self.isCancelledByAnother) AND cancelled_by = \(person)"
        ])
    }

    /// By neither of the two (the index appointments_cancelled_by_others).
    private static var isCancelledByAnother: String { "cancelled_by <> patient_id AND cancelled_by <> provider_id" }
}
