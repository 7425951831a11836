import Foundation
import Postgres
import Sealing
import Telemetry

/// Seals anew, some hundred at a time, what an earlier master key seals. What does not open is left as it is and counted.
struct ResealKept: Sendable {
    let seals: Seals
    private static let limit = 200

    /// The secret to go on after; nil when there are no more.
    func secrets(after id: UUID?, _ tx: Transaction) async throws -> UUID? {
        guard !seals.earlierIDs.isEmpty else { return nil }
        return try await tx.resealSecrets(after: id, limit: Self.limit, seals) { ResealMetrics.failures("webhook secret").add() }
    }

    /// The event's position to go on after; nil when there are no more.
    func events(after position: Int?, _ tx: Transaction) async throws -> Int? {
        guard !seals.earlierIDs.isEmpty else { return nil }
        return try await tx.resealEvents(after: position, limit: Self.limit, seals) { ResealMetrics.failures("webhook event").add() }
    }
}
