import Foundation
import Postgres

/// The operator says which types of events a client may have: these and no others. What waits of others is dropped.
struct GrantTypes: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ types: [String], to client: String, _ tx: Transaction) async throws {
        try await tx.replaceGrants(of: client, by: types, now: now())
        try await tx.dropUngranted(of: client)
    }
}
