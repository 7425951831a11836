import Foundation
import Postgres
import Synchronization

/// The costs of all passwords' hashes, as they were last counted; kept for a minute.
final class PasswordCostTally: Sendable {
    private static let freshFor: TimeInterval = 60

    private let identifiers: IdentifierHash
    private let now: @Sendable () -> Date
    private let known = Mutex<(costs: PasswordCosts, readAt: Date)?>(nil)

    init(identifiers: IdentifierHash, now: @escaping @Sendable () -> Date) {
        self.identifiers = identifiers
        self.now = now
    }

    /// What a login with `username` is to cost when there is no such account: always the same for a name, so that asking again tells
    /// nothing. Nil while there is no password at all.
    func standIn(for username: String, _ connection: some PostgresRunner) async throws -> PasswordCost? {
        try await current(connection).cost(at: identifiers.place(of: username))
    }

    private func current(_ connection: some PostgresRunner) async throws -> PasswordCosts {
        let instant = now()
        if let known = known.withLock({ $0 }), abs(instant.timeIntervalSince(known.readAt)) < Self.freshFor { return known.costs }
        let costs = try await connection.passwordCosts()
        known.withLock { $0 = (costs, instant) }
        return costs
    }
}
