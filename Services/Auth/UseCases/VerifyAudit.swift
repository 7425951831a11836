import Foundation
import Postgres
import Sealing

/// Goes through the whole chain of the audit, in one transaction that sees it as it is at one instant.
struct VerifyAudit: Sendable {
    /// What was found of a chain that is whole.
    struct Report: Equatable, Sendable {
        var ends: AuditChain.Ends
        /// Rows that wait to be sealed, and since when.
        var waiting: Int
        var waitingSince: Date?
    }

    var batch = 2000
    let masters: MasterKeys
    /// Links of the chain that somebody kept elsewhere.
    var known: [AuditChain.Link] = []

    /// Throws `AuditChain.Fault`, the first that is found.
    func callAsFunction(_ tx: Transaction) async throws -> Report {
        let seal = try await tx.auditSeal()
        if seal == nil, try await tx.hasSealedAudit(outside: nil) { throw AuditChain.Fault.noEnds }
        try seal?.check(masters)
        let ends = seal?.ends ?? AuditChain.Ends()
        var (last, unseen) = (ends.start, known.filter { $0.place > ends.start.place })
        if let other = known.first(where: { $0.place == ends.start.place }), other != ends.start { throw AuditChain.Fault.unknownLink(other.place) }
        while last.place < ends.head.place {
            let rows = try await tx.auditLines(after: last.place, limit: min(batch, ends.head.place - last.place)).map(\.sealed)
            guard !rows.isEmpty else { throw AuditChain.Fault.missing(last.place + 1) }
            last = try AuditChain.check(rows, after: last)
            let links = Set(rows.map(\.link.description))
            unseen.removeAll { links.contains($0.description) }
        }
        guard last == ends.head, try await !tx.hasSealedAudit(outside: ends) else { throw AuditChain.Fault.wrongHead }
        if let other = unseen.first { throw AuditChain.Fault.unknownLink(other.place) }
        let (count, since) = try await tx.unsealedAudit()
        return Report(ends: ends, waiting: count, waitingSince: since)
    }
}
