import CareModels
import Foundation
import Postgres

/// Somebody takes an export back: it is made no further, and its files are no more.
struct EndExport: Sendable {
    func callAsFunction(_ id: ExportID, of caller: RecordExport.Caller, _ tx: Transaction) async throws {
        guard try await tx.deleteExport(id, of: caller) else { throw Refusal.noSuch(.export) }
        tx.afterCommit { RecordsMetrics.exports("cancelled").add() }
    }
}

/// Exports whose time is over go; true when there may be more of them.
struct ForgetExports: Sendable {
    private static let batch = 100
    let now: Date

    func callAsFunction(_ tx: Transaction) async throws -> Bool { try await tx.deleteExpiredExports(now: now, Self.batch) == Self.batch }
}
