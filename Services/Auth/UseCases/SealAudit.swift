import Postgres
import Sealing

/// Gives rows of the audit their places in the chain, so many in a transaction. Whoever writes them waits for none of it: the chain is a matter of one
/// replica at a time, seconds later.
struct SealAudit: Sendable {
    var most = 500
    let masters: MasterKeys

    /// True when there may be more. Throws `AuditChain.Fault` when the chain's ends are not what was sealed last: nothing is built on those.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        guard let before = try await begun(tx) else { throw AuditChain.Fault.noEnds }
        try before.check(masters)
        var ends = before.ends
        var sealed: [SealedAuditRow] = []
        for row in try await tx.unsealedAuditRows(limit: most) {
            ends.head = AuditChain.link(row, after: ends.head)
            sealed.append(SealedAuditRow(row: row, link: ends.head))
        }
        // Nothing new, and no new master key either.
        let after = AuditSeal(ends, by: masters)
        guard after != before else { return false }
        try await tx.save(sealed)
        try await tx.save(after)
        return sealed.count == most
    }

    /// The chain's ends, locked. The first time they are made, unless somebody took them away.
    private func begun(_ tx: Transaction) async throws -> AuditSeal? {
        if let seal = try await tx.lockedAuditSeal() { return seal }
        if try await tx.begin(AuditSeal(AuditChain.Ends(), by: masters)), try await tx.hasSealedAudit(outside: nil) { return nil }
        return try await tx.lockedAuditSeal()
    }
}
