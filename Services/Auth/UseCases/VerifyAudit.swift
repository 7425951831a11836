import Foundation
import Postgres
import Sealing

/// Goes through the whole chain of the audit, in one transaction that sees it as it is at one instant.
struct VerifyAudit: Sendable {
    /// What was found of a chain that is whole.
    struct Report: Equatable, Sendable {
        var ends: AuditChain.Ends
        /// When the last row was written, while it is kept.
        var headAt: Date?
        /// Known links without a time whose rows are purged: nothing is shown by them.
        var unproved = 0
        /// Rows that wait to be sealed, and since when.
        var waiting: Int
        var waitingSince: Date?
    }

    /// By so much clocks may differ.
    private static let clocks: TimeInterval = 60

    var batch = 2000
    let masters: MasterKeys
    /// Links of the chain that somebody kept elsewhere.
    var known: [AuditChain.Known] = []
    /// So long rows are kept.
    let retention: TimeInterval
    let now: Date

    /// Throws `AuditChain.Fault`, the first that is found.
    func callAsFunction(_ tx: Transaction) async throws -> Report {
        let seal = try await tx.auditSeal()
        if seal == nil, try await tx.hasSealedAudit(outside: nil) { throw AuditChain.Fault.noEnds }
        try seal?.check(masters)
        let ends = seal?.ends ?? AuditChain.Ends()
        let unproved = try judge(ends.start)
        var (last, unseen) = (ends.start, known.map(\.link).filter { $0.place > ends.start.place })
        var headAt: Date?
        while last.place < ends.head.place {
            let lines = try await tx.auditLines(after: last.place, limit: min(batch, ends.head.place - last.place))
            let rows = lines.map(\.sealed)
            headAt = lines.last?.at
            guard !rows.isEmpty else { throw AuditChain.Fault.missing(last.place + 1) }
            last = try AuditChain.check(rows, after: last)
            let links = Set(rows.map(\.link.description))
            unseen.removeAll { links.contains($0.description) }
        }
        guard last == ends.head, try await !tx.hasSealedAudit(outside: ends) else { throw AuditChain.Fault.wrongHead }
        if let other = unseen.first { throw AuditChain.Fault.unknownLink(other.place) }
        let (count, since) = try await tx.unsealedAudit()
        return Report(ends: ends, headAt: headAt, unproved: unproved, waiting: count, waitingSince: since)
    }

    /// Of known links whose rows are purged, that these may be: whoever has the master key can seal any beginning. How many of them do not say.
    private func judge(_ start: AuditChain.Link) throws -> Int {
        if let other = known.first(where: { $0.link.place == start.place && $0.link != start }) { throw AuditChain.Fault.unknownLink(other.link.place) }
        let oldest = now.addingTimeInterval(Self.clocks - retention)
        // Before the first row there is none.
        let purged = known.filter { $0.link.place <= start.place && $0.link.place > 0 }
        if let young = purged.first(where: { $0.at ?? .distantPast >= oldest }) { throw AuditChain.Fault.cut(young.link.place) }
        return purged.count { $0.at == nil }
    }
}
