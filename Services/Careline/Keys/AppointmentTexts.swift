import Postgres

/// What is written about appointments, in Scheduling's database: whether it is sealed, and how much of it still lies in the plain columns.
struct AppointmentTexts: Sendable, Equatable {
    var areSealed: Bool
    var inPlain: Int

    var isDone: Bool { areSealed && inPlain == 0 }

    var text: String {
        switch (areSealed, inPlain) {
        case (true, 0): "sealed under their patients' keys"
        case (true, _): "\(inPlain) are still to be sealed, which the service does by itself"
        case (false, _):
            "kept in plain columns, for the release before: when none of its replicas runs and you will not go back, `careline keys seal-appointments`"
        }
    }

    static func read(_ pool: PostgresPool) async throws -> AppointmentTexts {
        try await pool.withConnection { connection in
            let row = try await connection.first(
                """
                SELECT are_sealed, (SELECT count(*) FROM appointments WHERE title <> '' OR description IS NOT NULL OR cancel_reason IS NOT NULL) AS in_plain
                FROM appointment_texts
                """)
            guard let row else { throw Failure("Scheduling's database has no row in appointment_texts: was it restored in part?") }
            return AppointmentTexts(areSealed: try row["are_sealed"], inPlain: try row["in_plain"])
        }
    }

    /// From now on; what a transaction writes that began before is found by the service's sweep.
    static func seal(_ pool: PostgresPool) async throws {
        try await pool.withConnection { _ = try await $0.execute("UPDATE appointment_texts SET are_sealed = true") }
    }

    /// Runs `body` with a connection to Scheduling's database.
    static func with<Result: Sendable>(_ databases: [String: String], _ body: (PostgresPool) async throws -> Result) async throws -> Result {
        try await Databases.withPool(of: .scheduling, at: Databases.url(of: .scheduling, in: databases), body)
    }
}
