import CareModels
import Foundation
import Postgres

extension PostgresRunner {
    /// One of this client that is not over.
    func launch(handleHash: [UInt8], client: String, now: Date) async throws -> Launch? {
        let row = try await first("SELECT * FROM launches WHERE handle_hash = \(handleHash) AND client_id = \(client) AND expires_at > \(now)")
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
        try await execute(
            """
            DELETE FROM launches WHERE ctid = ANY(ARRAY(
                SELECT ctid FROM launches WHERE expires_at < \(instant) ORDER BY expires_at LIMIT \(limit) FOR UPDATE SKIP LOCKED
            ))
            """)
    }
}
