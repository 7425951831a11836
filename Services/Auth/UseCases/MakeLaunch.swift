import Foundation
import Postgres

/// A trusted app opens another one for a patient's records.
struct MakeLaunch: Sendable {
    func callAsFunction(_ launch: Launch, _ tx: Transaction) async throws { try await tx.insert(launch) }
}
