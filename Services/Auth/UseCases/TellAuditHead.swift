import Postgres

/// Tells where the chain of the audit ends, to be kept where whoever can write to the database has no reach: `VerifyAudit` takes it later.
struct TellAuditHead: Sendable {
    let tell: @Sendable (AuditChain.Known) -> Void

    func callAsFunction(_ tx: Transaction) async throws {
        guard let head = try await tx.auditSeal()?.ends.head, head.place > 0 else { return }
        let line = try await tx.auditLines(after: head.place - 1, limit: 1).first
        let known = AuditChain.Known(link: head, at: line?.at)
        tx.afterCommit { [tell] in tell(known) }
    }
}
