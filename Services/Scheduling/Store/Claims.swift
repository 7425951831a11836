import CareModels
import Foundation
import Postgres

/// What a booking is decided on: the provider's calendar and the patient, both locked.
struct LockedForBooking: Sendable {
    var calendar: ProviderCalendar
    var providerName: String?
    var patientName: String?
    var isPatientErased: Bool
    /// Of the organisations in which the provider practises the one that they chose for their desk, and others: two at most.
    var practises: [OrganisationID]
}

extension Transaction {
    /// Locks the provider's calendar, then the patient: bookings of either queue here, politely, and what follows sees all that
    /// was committed before. Nil when one of them is not known, or nobody vouches for the provider.
    func lockForBooking(provider: UserID, patient: UserID) async throws -> LockedForBooking? {
        let sql: SQL = """
            SELECT \(unescaped: StoredCalendar.columns), p.full_name AS provider_name, patient.full_name AS patient_name,
                patient.erased_at IS NOT NULL AS is_erased, ARRAY(
                    SELECT m.organisation_id FROM organisation_members m
                    WHERE m.user_id = c.provider_id AND \(OrganisationRole.practitioner.rawValue) = ANY(m.roles)
                    ORDER BY m.organisation_id IS NOT DISTINCT FROM c.organisation_id DESC LIMIT 2
                ) AS practises
            FROM calendars c JOIN people p ON p.user_id = c.provider_id JOIN people patient ON patient.user_id = \(patient)
            WHERE c.provider_id = \(provider) AND p.erased_at IS NULL AND p.is_verified FOR NO KEY UPDATE OF c, patient
            """
        guard let row = try await first(sql) else { return nil }
        let practises: [UUID] = try row["practises"]
        return LockedForBooking(
            calendar: try StoredCalendar(row).calendar, providerName: try row["provider_name"], patientName: try row["patient_name"],
            isPatientErased: try row["is_erased"], practises: practises.map { OrganisationID($0) })
    }

    /// Inserts a booking unless its time is taken or the day is full: one statement, under the locks of `lockForBooking`.
    func insert(_ record: AppointmentRecord, _ sealed: SealedTexts, claiming claim: Claim) async throws -> ClaimOutcome {
        let write: SQL = """
            INSERT INTO appointments (\(unescaped: AppointmentRecord.bookedColumns), blocked_from, blocked_until)
            SELECT \(record.booked(sealed)),
                \(Date(epochSeconds: claim.blocked.start))::timestamptz, \(Date(epochSeconds: claim.blocked.end))::timestamptz
            WHERE \(mayWrite(claim)) RETURNING 1
            """
        return try await self.claim(claim, for: record, write)
    }

    /// Moves a locked appointment to the claim's time, as the next version that `record` names, unless that time is taken or the
    /// day full. Its own earlier time does not stand in its way.
    func move(_ record: AppointmentRecord, claiming claim: Claim) async throws -> ClaimOutcome {
        let write: SQL = """
            UPDATE appointments SET version = \(record.version), starts_at = \(record.startTime), ends_at = \(record.endTime), time_zone = \(record.timeZone),
                blocked_from = \(Date(epochSeconds: claim.blocked.start)), blocked_until = \(Date(epochSeconds: claim.blocked.end)),
                updated_at = \(record.updatedAt), rescheduled_by = \(record.rescheduledBy)::uuid
            WHERE id = \(record.id) AND \(mayWrite(claim)) RETURNING 1
            """
        return try await self.claim(claim, for: record, write)
    }

    private func mayWrite(_ claim: Claim) -> SQL {
        """
        NOT EXISTS (SELECT FROM conflict)
        AND (\(claim.dailyLimit)::bigint IS NULL OR (SELECT booked FROM day) < \(claim.dailyLimit)::bigint)
        AND (\(claim.open?.most)::bigint IS NULL OR (SELECT booked FROM open) < \(claim.open?.most)::bigint)
        AND (\(claim.open?.mostAYear)::bigint IS NULL OR (SELECT booked FROM year) < \(claim.open?.mostAYear)::bigint)
        """
    }

    /// Of an appointment's row: who booked it counts among those of whom the limit is. Only the log tells a front desk from a guardian; what was booked before there was
    /// one counts as the patient's.
    private func isOfTheSameSide(_ limit: Claim.OpenLimit?) -> SQL {
        guard let clerk = limit?.clerk else {
            return """
                (booked_by IS NULL OR NOT EXISTS (
                    SELECT FROM appointment_changes
                    WHERE appointment_id = appointments.id AND version = 1 AND role = \(AppointmentLogEntry.Role.frontDesk.rawValue)
                ))
                """
        }
        return "booked_by = \(clerk)"
    }

    private func claim(_ claim: Claim, for record: AppointmentRecord, _ write: SQL) async throws -> ClaimOutcome {
        // No claim is longer than 24 hours (appointments_longest), so the index is read a day to either side only.
        let reach = LocalDate.secondsPerDay
        let earliest = Date(epochSeconds: claim.blocked.start - reach)
        let latest = Date(epochSeconds: claim.blocked.end + reach)
        let sql: SQL = """
            WITH conflict AS (
                SELECT 'provider' AS side, extract(epoch FROM starts_at)::bigint AS starts, extract(epoch FROM ends_at)::bigint AS ends
                FROM appointments
                WHERE provider_id = \(record.providerId) AND starts_at > \(earliest) AND starts_at < \(latest)
                    AND blocked_from < \(Date(epochSeconds: claim.blocked.end)) AND blocked_until > \(Date(epochSeconds: claim.blocked.start))
                    AND status IN ('held', 'booked') AND id <> \(record.id)
                UNION ALL
                SELECT 'patient', extract(epoch FROM starts_at)::bigint, extract(epoch FROM ends_at)::bigint
                FROM appointments
                WHERE patient_id = \(record.patientId) AND starts_at > \(earliest) AND starts_at < \(latest)
                    AND starts_at < \(record.endTime) AND ends_at > \(record.startTime)
                    AND status IN ('held', 'booked') AND id <> \(record.id)
                LIMIT 1
            ), day AS (
                SELECT count(*) AS booked FROM appointments
                WHERE \(claim.dailyLimit)::bigint IS NOT NULL AND provider_id = \(record.providerId)
                    AND starts_at >= \(Date(epochSeconds: claim.day.start)) AND starts_at < \(Date(epochSeconds: claim.day.end))
                    AND status <> 'cancelled' AND id <> \(record.id)
            ), open AS (
                SELECT count(*) AS booked FROM (
                    SELECT FROM appointments
                    WHERE \(claim.open?.most)::bigint IS NOT NULL AND patient_id = \(record.patientId) AND status IN ('held', 'booked')
                        AND starts_at > \(claim.open?.now)::timestamptz AND \(isOfTheSameSide(claim.open)) LIMIT \(claim.open?.most)::bigint
                ) AS ahead
            ), year AS (
                SELECT count(*) AS booked FROM (
                    SELECT FROM appointments
                    WHERE \(claim.open?.mostAYear)::bigint IS NOT NULL AND patient_id = \(record.patientId)
                        AND starts_at > \(claim.open?.yearAgo)::timestamptz AND \(isOfTheSameSide(claim.open)) LIMIT \(claim.open?.mostAYear)::bigint
                ) AS kept
            ), written AS (\(write))
            SELECT (SELECT count(*) FROM written) AS written, conflict.side, conflict.starts, conflict.ends, (SELECT booked FROM open) AS open,
                (SELECT booked FROM year) AS year
            FROM (SELECT 1) AS one LEFT JOIN conflict ON true
            """
        let row = try await Booking.Refusal.naming { try await query(sql)[0] }
        return try outcome(row, of: claim)
    }

    /// What stands against it, or that it was written.
    private func outcome(_ row: Row, of claim: Claim) throws -> ClaimOutcome {
        let written: Int = try row["written"]
        if written == 1 { return .granted }
        guard let side: String = try row["side"], let start: Int = try row["starts"], let end: Int = try row["ends"] else {
            let booked: Int = try row["open"]
            if let open = claim.open, booked >= open.most { return .openLimit(most: open.most, booked: booked) }
            let kept: Int = try row["year"]
            if let open = claim.open, kept >= open.mostAYear { return .yearLimit(most: open.mostAYear, booked: kept) }
            return .dailyLimit(claim.dailyLimit ?? 0)
        }
        let interval = Interval(start: start, end: end)
        return side == "provider" ? .providerTaken(interval) : .patientTaken(interval)
    }
}

extension Booking.Refusal {
    /// The constraints decide: should one refuse what the look under the locks allowed, the client hears the same.
    static func naming<R>(_ body: () async throws -> R) async throws -> R {
        do {
            return try await body()
        } catch let error as PostgresError where error.isExclusionViolation {
            throw Booking.Refusal.taken(error.constraint == "appointments_patient_free" ? .patient : .provider, nil)
        }
    }
}
