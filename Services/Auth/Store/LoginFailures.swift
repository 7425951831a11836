import Foundation
import Postgres

extension PostgresRunner {
    func loginFailures(_ keys: [[UInt8]]) async throws -> [[UInt8]: LockOut.State] {
        var found: [[UInt8]: LockOut.State] = [:]
        let conditions = SQL.join(keys.map { "key_hash = \($0)" }, separator: " OR ")
        for row in try await query("SELECT * FROM login_failures WHERE \(conditions)") {
            found[try row["key_hash"]] = try LockOut.State(row)
        }
        return found
    }
}

extension Transaction {
    /// The state of the key, locked until the commit, so that failures at the same time are counted one after the other.
    /// `owner`: of the name, where `key` is that of a device it is known with.
    func lockedLoginFailures(_ key: [UInt8], of owner: [UInt8]? = nil, now: Date) async throws -> LockOut.State {
        try await execute(
            """
            INSERT INTO login_failures (key_hash, account_hash, failures, last_failed_at) VALUES (\(key), \(owner), 0, \(now))
            ON CONFLICT (key_hash) DO NOTHING
            """)
        let row = try await first("SELECT * FROM login_failures WHERE key_hash = \(key) FOR UPDATE")
        return try row.map { try LockOut.State($0) } ?? LockOut.State(failures: 0, lastFailedAt: now, blockedUntil: nil)
    }

    /// The state of the key, if there is one, locked until the commit.
    func lockedState(_ key: [UInt8]) async throws -> LockOut.State? {
        try await first("SELECT * FROM login_failures WHERE key_hash = \(key) FOR UPDATE").map { try LockOut.State($0) }
    }

    /// False when somebody else has had the turn of this address since `instant`. Of many who ask at once one has it.
    func takeTurn(at address: [UInt8], unlessTakenAfter instant: Date, now: Date) async throws -> Bool {
        let rows = try await execute(
            """
            UPDATE login_failures SET turn_taken_at = \(now)
            WHERE key_hash = \(address) AND (turn_taken_at IS NULL OR turn_taken_at <= \(instant))
            """)
        return rows == 1
    }

    func save(_ state: LockOut.State, loginFailures key: [UInt8]) async throws {
        try await execute(
            """
            UPDATE login_failures SET failures = \(state.failures), last_failed_at = \(state.lastFailedAt), blocked_until = \(state.blockedUntil)
            WHERE key_hash = \(key)
            """)
    }

    /// Those of a name, from its known devices too.
    func forgetAllLoginFailures(of account: [UInt8]) async throws {
        try await execute("DELETE FROM login_failures WHERE key_hash = \(account) OR account_hash = \(account)")
    }

    func forgetLoginFailures(_ key: [UInt8]) async throws {
        try await execute("DELETE FROM login_failures WHERE key_hash = \(key)")
    }

    func purgeLoginFailures(before instant: Date, limit: Int) async throws -> Int {
        try await deleteBatch(from: "login_failures", where: "last_failed_at < \(instant)", by: "last_failed_at", most: limit)
    }
}

extension LockOut.State {
    fileprivate init(_ row: Row) throws {
        self.init(
            failures: try row["failures"], lastFailedAt: try row["last_failed_at"], blockedUntil: try row["blocked_until"], turnTakenAt: try row["turn_taken_at"])
    }
}
