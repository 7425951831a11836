import Postgres
import Telemetry

extension Consumer {
    /// The types that it handles; nil when it gets every type of its topic, or is a broadcast one.
    package var types: Set<String>? {
        guard case .once(let types, _, _) = delivery else { return nil }
        return types
    }

    /// Those whose gaps it counts.
    package var following: Set<String> {
        guard case .once(_, let following, _) = delivery else { return [] }
        return following
    }

    /// False for one that hears every event in every replica and writes nothing.
    package var hasInbox: Bool {
        if case .once = delivery { true } else { false }
    }

    package enum Applied: Equatable, Sendable {
        /// It was taken in before.
        case repeated
        /// How it followed what was held of its subject, where its handler says.
        case handled(VersionStep?)
    }

    /// Takes the event in and handles it, in one transaction.
    package func apply(_ event: ReceivedEvent, on pool: PostgresPool) async throws -> Applied {
        guard case .once(_, _, let handle) = delivery else { preconditionFailure("a broadcast consumer has no transaction") }
        try await prepare(event)
        let applied = try await pool.transaction { transaction -> Applied in
            guard try await transaction.takeIn(event.id, consumer: name) else { return .repeated }
            return .handled(try await handle(event, transaction))
        }
        if case .handled(.gap(let missing)) = applied {
            ConsumerMetrics.gaps(name, event.type).add()
            Log.warning(
                "events before this one never came",
                ["consumer": name, "type": event.type, "event": event.id.uuid.lowercaseText, "versions": "\(missing.lowerBound)-\(missing.upperBound)"])
        }
        return applied
    }
}
