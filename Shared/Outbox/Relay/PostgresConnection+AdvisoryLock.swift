import Postgres

/// Session advisory locks of the kit: (the kit's number, what it is for).
package enum AdvisoryLock {
    /// "care" in ASCII, so that the kit's locks are told from others in pg_locks.
    package static let careline: Int32 = 0x6361_7265
}

extension PostgresConnection {
    /// Held until released or until the connection ends, whatever ends it.
    package func tryAdvisoryLock(_ key: (Int32, Int32)) async throws -> Bool {
        let row = try await first("SELECT pg_try_advisory_lock(\(key.0), \(key.1)) AS held")
        return try row?["held"] ?? false
    }

    package func releaseAdvisoryLock(_ key: (Int32, Int32)) async throws {
        _ = try await query("SELECT pg_advisory_unlock(\(key.0), \(key.1))")
    }
}
