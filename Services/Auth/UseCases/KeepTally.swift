import Postgres

/// Writes what was added up to the audit, in one commit: it is counted whole or again.
struct KeepTally: Sendable {
    func callAsFunction(_ entries: [AuditEntry], _ tx: Transaction) async throws { try await tx.audit(entries) }
}
