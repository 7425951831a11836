import CareModels
import Foundation
import Postgres

extension Transaction {
    /// The next appointments by id, locked. Those of somebody who was erased are left out.
    func appointmentSnapshots(after id: UUID, _ most: Int) async throws -> [AppointmentSnapshot] {
        let rows = try await query(
            """
            SELECT id, version, patient_id, provider_id, starts_at, ends_at, status FROM appointments a
            WHERE id > \(id) AND status <> 'held'
                AND NOT EXISTS (SELECT FROM people WHERE user_id IN (a.patient_id, a.provider_id) AND erased_at IS NOT NULL)
            ORDER BY id LIMIT \(most) FOR NO KEY UPDATE OF a
            """)
        return try rows.map { row in
            AppointmentSnapshot(
                appointmentId: try row["id"], version: try row["version"], patientId: try row["patient_id"], providerId: try row["provider_id"],
                startTime: try row["starts_at"], endTime: try row["ends_at"], status: try row["status"])
        }
    }

    /// The next providers by id who have published hours, their calendars locked.
    func availabilitySnapshots(after id: UUID, _ most: Int) async throws -> [AvailabilitySnapshot] {
        let rows = try await query(
            """
            SELECT provider_id, version FROM calendars c
            WHERE provider_id > \(id) AND version > 0 AND NOT EXISTS (SELECT FROM people WHERE user_id = c.provider_id AND erased_at IS NOT NULL)
            ORDER BY provider_id LIMIT \(most) FOR NO KEY UPDATE OF c
            """)
        return try rows.map { AvailabilitySnapshot(providerId: try $0["provider_id"], version: try $0["version"]) }
    }
}

extension AppointmentSnapshot.Status: PostgresDecodable {}
