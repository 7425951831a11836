import CareModels
import Foundation
import Postgres

extension PostgresRunner {
    /// One for this client, or for whichever, that is not over.
    func launch(handleHash: [UInt8], client: String, now: Date) async throws -> Launch? {
        let row = try await first(
            "SELECT * FROM launches WHERE handle_hash = \(handleHash) AND (client_id IS NULL OR client_id = \(client)) AND expires_at > \(now)")
        return try row.map {
            Launch(
                handleHash: handleHash, userID: try $0["user_id"], clientID: try $0["client_id"], patientID: try $0["patient_id"],
                encounterID: try $0["encounter_id"], expiresAt: try $0["expires_at"])
        }
    }

    /// Whether a browser's login goes on: what a session lives by that has `online_access` alone.
    func isLoggedIn(browserHash: [UInt8]?, now: Date) async throws -> Bool {
        try await first("SELECT 1 FROM browser_sessions WHERE token_hash = \(browserHash) AND expires_at > \(now)") != nil
    }
}

extension Transaction {
    /// What these people are, who stay until the commit.
    func lockRoles(of users: Set<UserID>) async throws -> [UserID: Role] {
        let rows = try await query("SELECT id, role FROM users WHERE id = ANY(\(users.map(\.uuid))) ORDER BY id FOR KEY SHARE")
        return try Dictionary(uniqueKeysWithValues: rows.map { row -> (UserID, Role) in (try row["id"], try row["role"]) })
    }

    /// The codes that others were given for this patient's record.
    func deleteCodes(launchedFor patient: UserID) async throws {
        try await execute("DELETE FROM authorization_codes WHERE patient_id = \(patient) AND patient_id <> user_id")
    }

    /// Others' sessions for this patient's record, in the order of their ids; also those that have ended.
    func lockSessions(launchedFor patient: UserID) async throws -> [SessionID] {
        try await query("SELECT id FROM sessions WHERE patient_id = \(patient) AND patient_id <> user_id ORDER BY id FOR UPDATE").map { try $0["id"] }
    }

    /// Of sessions that have ended: for whom they were.
    func forgetPatient(of sessions: [SessionID]) async throws {
        try await execute("UPDATE sessions SET patient_id = NULL WHERE id = ANY(\(sessions.map(\.uuid))) AND revoked_at IS NOT NULL")
    }

    func insert(_ launch: Launch) async throws {
        try await execute(
            """
            INSERT INTO launches (handle_hash, user_id, client_id, patient_id, encounter_id, expires_at)
            VALUES (\(launch.handleHash), \(launch.userID), \(launch.clientID), \(launch.patientID), \(launch.encounterID), \(launch.expiresAt))
            """)
    }

    /// False when another was quicker: a code is given for each once.
    func takeLaunch(handleHash: [UInt8]) async throws -> Bool { try await execute("DELETE FROM launches WHERE handle_hash = \(handleHash)") == 1 }

    func purgeLaunches(before instant: Date, limit: Int) async throws -> Int {
        try await deleteBatch(from: "launches", where: "expires_at < \(instant)", by: "expires_at", most: limit)
    }
}
