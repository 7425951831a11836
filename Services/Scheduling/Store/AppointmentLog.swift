import CareModels
import Foundation
import Postgres

extension AppointmentLogEntry {
    fileprivate init(_ row: Row) throws {
        self.init(
            version: try row["version"], at: try row["at"], action: try row["action"], role: try row["role"], user: try row["user_id"],
            guardian: try row["guardian_id"], client: try row["client"], startTime: try row["starts_at"], endTime: try row["ends_at"])
    }
}

extension PostgresRunner {
    /// What was done with an appointment, the last first; `before` a version of it.
    func log(of appointment: AppointmentID, before version: Int?, limit: Int) async throws -> [AppointmentLogEntry] {
        let rows = try await query(
            """
            SELECT version, at, action, role, user_id, guardian_id, client, starts_at, ends_at FROM appointment_changes
            WHERE appointment_id = \(appointment) AND version < \(version ?? .max) ORDER BY version DESC LIMIT \(limit)
            """)
        return try rows.map { try AppointmentLogEntry($0) }
    }
}

extension Transaction {
    /// When others than the patient's side set the time that the locked appointment has. Nil where those did; where the log does not say, as of what the release before
    /// has booked or moved; and where nothing hangs on it, as there is no notice, or it binds nobody like `actor`.
    func setByOthers(_ record: AppointmentRecord, asks actor: AppointmentState.Actor, notice minutes: Int) async throws -> Date? {
        guard actor == .patient, minutes > 0 else { return nil }
        let (booked, rescheduled) = (AppointmentLogEntry.Action.booked.rawValue, AppointmentLogEntry.Action.rescheduled.rawValue)
        // By name: a role of a later release may be the patient's side's.
        let others: [SQL] = AppointmentLogEntry.Role.allCases.filter { !$0.isPatientsSide }.map { role -> SQL in "\(role.rawValue)" }
        let row = try await first(
            """
            SELECT at, starts_at, role IN (\(SQL.join(others, separator: ", "))) AS is_by_others FROM appointment_changes
            WHERE appointment_id = \(record.id) AND action IN (\(booked), \(rescheduled)) ORDER BY version DESC LIMIT 1
            """)
        guard let row else { return nil }
        let (start, isByOthers): (Date, Bool) = (try row["starts_at"], try row["is_by_others"])
        guard isByOthers, start == record.startTime else { return nil }
        return try row["at"]
    }

    /// Under the appointment's lock.
    func log(_ entry: AppointmentLogEntry, of appointment: AppointmentID) async throws {
        try await executeLater(
            """
            INSERT INTO appointment_changes (appointment_id, version, at, action, role, user_id, guardian_id, client, starts_at, ends_at)
            VALUES (\(appointment), \(entry.version), \(entry.at), \(entry.action), \(entry.role), \(entry.user)::uuid, \(entry.guardian)::uuid, \(entry.client)::text,
                \(entry.startTime), \(entry.endTime))
            """)
    }

    /// Takes away which apps an erased person used, and of appointments of which both were erased all: nobody is left to read it. That somebody did something stays,
    /// by id only: the other side's record of their time.
    func eraseLog(of person: UserID) async throws {
        let theirs: SQL = "SELECT id FROM appointments WHERE patient_id = \(person) OR provider_id = \(person)"
        let byThem: SQL = "role IN ('guardian', 'front-desk') AND coalesce(guardian_id, user_id) = \(person)"
        try await batch([
            // All of their appointments: of two who are erased at once the second to come here sees that the first is.
            """
            SELECT FROM appointment_changes WHERE (appointment_id, version) IN (
                SELECT appointment_id, version FROM appointment_changes WHERE appointment_id IN (\(theirs))
                UNION ALL SELECT appointment_id, version FROM appointment_changes WHERE \(byThem)
            )
            ORDER BY appointment_id, version FOR UPDATE
            """,
            "UPDATE appointment_changes SET client = NULL WHERE \(byThem) AND client IS NOT NULL",
            "UPDATE appointment_changes SET client = NULL WHERE appointment_id IN (\(theirs)) AND user_id = \(person) AND client IS NOT NULL",
            """
            DELETE FROM appointment_changes c USING appointments a, people patient, people provider
            WHERE a.id = c.appointment_id AND (a.patient_id = \(person) OR a.provider_id = \(person))
                AND patient.user_id = a.patient_id AND patient.erased_at IS NOT NULL
                AND provider.user_id = a.provider_id AND provider.erased_at IS NOT NULL
            """
        ])
    }
}
