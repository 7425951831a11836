import CareModels
import Foundation
import Postgres

/// A device that waits, or may go on.
struct DeviceRecord: Sendable {
    var userCode: UserCode
    var scopes: Set<String>
    var state: DevicePolling.State
    var approval: DeviceApproval?
}

/// Who allowed a device, and how they were logged in.
struct DeviceApproval: Sendable {
    var userID: UserID
    var authTime: Date
    var context: AuthenticationContext
}

/// A device found by its code, locked, with what its tokens say of the person.
struct PolledDevice: Sendable {
    var record: DeviceRecord
    var role: Role?
    /// Why the person is kept out.
    var refusal: AuditEntry.Reason?
    /// Its client is disabled.
    var isWithdrawn: Bool
}

extension PostgresRunner {
    /// One that nobody has decided about yet.
    func pendingDevice(_ code: UserCode, now: Date) async throws -> DeviceRecord? {
        try await first(
            """
            SELECT * FROM device_authorizations WHERE user_code = \(code.text) AND decision IS NULL AND expires_at > \(now)
            """
        ).map { try DeviceRecord($0) }
    }

    /// Whether this person has let in one that has not asked since, or somebody has kept it out: of whom nothing is kept.
    func isDecided(_ code: UserCode, _ decision: DevicePolling.Decision, by user: UserID, now: Date) async throws -> Bool {
        try await first(
            """
            SELECT 1 FROM device_authorizations
            WHERE user_code = \(code.text) AND decision = \(decision.rawValue) AND (user_id IS NULL OR user_id = \(user)) AND expires_at > \(now)
            """) != nil
    }
}

extension Transaction {
    /// False when another device has this user code.
    func insert(_ record: DeviceRecord, deviceHash: [UInt8]) async throws -> Bool {
        let state = record.state
        return try await execute(
            """
            INSERT INTO device_authorizations (device_hash, user_code, client_id, scopes, expires_at, interval_seconds)
            VALUES (\(deviceHash), \(record.userCode.text), \(state.clientID), \(Scopes.sorted(record.scopes)), \(state.expiresAt), \(state.interval))
            ON CONFLICT (user_code) DO NOTHING
            """) == 1
    }

    func lockedDevice(hash: [UInt8]) async throws -> PolledDevice? {
        let row = try await first(
            """
            SELECT d.*, u.role, u.suspended_at IS NOT NULL AS suspended, u.erase_at IS NOT NULL AS to_be_erased, k.disabled_at IS NOT NULL AS withdrawn
            FROM device_authorizations d JOIN oauth_clients k ON k.id = d.client_id LEFT JOIN users u ON u.id = d.user_id
            WHERE d.device_hash = \(hash) FOR UPDATE OF d FOR KEY SHARE OF k
            """)
        return try row.map { row in
            let refusal: AuditEntry.Reason? = try row["suspended"] ? .suspended : try row["to_be_erased"] ? .toBeErased : nil
            return PolledDevice(record: try DeviceRecord(row), role: try row["role"], refusal: refusal, isWithdrawn: try row["withdrawn"])
        }
    }

    /// One that nobody has decided about yet, locked.
    func lockedPendingDevice(_ code: UserCode, now: Date) async throws -> DeviceRecord? {
        try await first(
            """
            SELECT * FROM device_authorizations WHERE user_code = \(code.text) AND decision IS NULL AND expires_at > \(now) FOR UPDATE
            """
        ).map { try DeviceRecord($0) }
    }

    func notePoll(of hash: [UInt8], interval: Int, now: Date) async throws {
        try await execute("UPDATE device_authorizations SET polled_at = \(now), interval_seconds = \(interval) WHERE device_hash = \(hash)")
    }

    func allow(_ code: UserCode, _ scopes: Set<String>, _ approval: DeviceApproval) async throws {
        try await execute(
            """
            UPDATE device_authorizations
            SET decision = 'allowed', scopes = \(Scopes.sorted(scopes)), user_id = \(approval.userID), auth_time = \(approval.authTime),
                amr = \(approval.context.methods)
            WHERE user_code = \(code.text)
            """)
    }

    func deny(_ code: UserCode) async throws {
        try await execute("UPDATE device_authorizations SET decision = 'denied' WHERE user_code = \(code.text)")
    }

    func deleteDevice(hash: [UInt8]) async throws { try await execute("DELETE FROM device_authorizations WHERE device_hash = \(hash)") }

    /// Those that somebody has allowed and that have not asked since; of `client` alone, or of all.
    func deleteDevices(of user: UserID, for client: String? = nil) async throws {
        try await execute(
            "DELETE FROM device_authorizations WHERE user_id = \(user) AND (\(client)::text IS NULL OR client_id = \(client)::text)")
    }

    func purgeDevices(before instant: Date, limit: Int) async throws -> Int {
        try await deleteBatch(from: "device_authorizations", where: "expires_at < \(instant)", by: "expires_at", most: limit)
    }
}

extension DevicePolling.Decision: PostgresDecodable {}

extension DeviceRecord {
    fileprivate init(_ row: Row) throws {
        let (text, scopes): (String, [String]) = (try row["user_code"], try row["scopes"])
        userCode = UserCode(kept: text)
        self.scopes = Set(scopes)
        state = DevicePolling.State(
            clientID: try row["client_id"], expiresAt: try row["expires_at"], interval: try row["interval_seconds"], polledAt: try row["polled_at"],
            decision: try row["decision"])
        if let user: UserID = try row["user_id"] {
            approval = DeviceApproval(userID: user, authTime: try row["auth_time"], context: AuthenticationContext(methods: try row["amr"]))
        }
    }
}
