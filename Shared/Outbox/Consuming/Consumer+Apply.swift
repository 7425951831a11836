import Postgres

extension Consumer {
    /// The types that it handles; nil when it gets every type of its topic, or is a broadcast one.
    package var types: Set<String>? {
        guard case .once(let types, _) = delivery else { return nil }
        return types
    }

    /// False for one that hears every event in every replica and writes nothing.
    package var hasInbox: Bool {
        if case .once = delivery { true } else { false }
    }

    /// Takes the event in and handles it, in one transaction; false when it was taken in before.
    package func apply(_ event: ReceivedEvent, on pool: PostgresPool) async throws -> Bool {
        guard case .once(_, let handle) = delivery else { preconditionFailure("a broadcast consumer has no transaction") }
        return try await pool.transaction { transaction in
            guard try await transaction.takeIn(event.id, consumer: name) else { return false }
            try await handle(event, transaction)
            return true
        }
    }
}
