import Foundation
import Postgres

extension PostgresRunner {
    func signUps(from key: [UInt8]) async throws -> SignUpQuota.State? {
        try await first("SELECT * FROM sign_up_counts WHERE key_hash = \(key)").map { try SignUpQuota.State($0) }
    }
}

extension Transaction {
    /// The same, locked until the commit, so that those at the same time are counted one after the other.
    func lockedSignUps(from key: [UInt8], now: Date) async throws -> SignUpQuota.State? {
        try await execute("INSERT INTO sign_up_counts (key_hash, tries, since) VALUES (\(key), 0, \(now)) ON CONFLICT (key_hash) DO NOTHING")
        return try await first("SELECT * FROM sign_up_counts WHERE key_hash = \(key) FOR UPDATE").map { try SignUpQuota.State($0) }
    }

    func save(_ state: SignUpQuota.State, signUpsFrom key: [UInt8]) async throws {
        try await execute("UPDATE sign_up_counts SET tries = \(state.tries), since = \(state.since) WHERE key_hash = \(key)")
    }

    /// Of hours that began before `instant`; at most `limit`.
    func purgeSignUpCounts(before instant: Date, limit: Int) async throws -> Int {
        try await deleteBatch(from: "sign_up_counts", where: "since < \(instant)", by: "since", most: limit)
    }
}

extension SignUpQuota.State {
    fileprivate init(_ row: Row) throws { self.init(tries: try row["tries"], since: try row["since"]) }
}
