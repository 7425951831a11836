import Foundation
import Postgres

/// A client proves itself with an assertion: with each once. Two at the same moment wait for each other in the database, so that one of them is refused.
struct SpendAssertion: Sendable {
    /// False when it was spent before.
    func callAsFunction(_ idHash: [UInt8], of client: String, forgottenAt: Date, _ tx: Transaction) async throws -> Bool {
        try await tx.insertAssertion(idHash, of: client, forgottenAt: forgottenAt)
    }
}
