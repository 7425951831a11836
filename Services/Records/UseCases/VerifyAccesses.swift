import CareModels
import Postgres

/// Goes through every person's chain, in one transaction that sees them as they are at one instant.
struct VerifyAccesses: Sendable {
    /// What was found where all chains are whole.
    struct Report: Equatable, Sendable {
        var persons = 0
        var rows = 0
        /// Of who was erased: the head alone is left.
        var erased = 0
        /// Over all heads.
        var digest = ""
    }

    var batch = 2000
    /// Heads that somebody kept elsewhere, which the chains have to go through.
    var known: [UserID: [AccessChain.Head]] = [:]

    /// Throws `AccessChain.Fault`, the first that is found. `seen` hears of each head.
    func callAsFunction(_ tx: Transaction, _ seen: (AccessChain.Head) throws -> Void = { _ in }) async throws -> Report {
        if let owner = try await tx.headlessAccess() { throw AccessChain.Fault.headless(owner) }
        var (report, digest, last) = (Report(), AccessChain.Digest(), UserID?.none)
        var unseen = Set(known.keys)
        while true {
            let heads = try await tx.accessHeads(after: last, limit: batch)
            for head in heads {
                report.rows += try await check(head, tx)
                report.persons += 1
                if head.isErased { report.erased += 1 }
                unseen.remove(head.owner)
                digest.add(head)
                try seen(head)
            }
            guard heads.count == batch else { break }
            last = heads.last?.owner
        }
        if let owner = unseen.min() { throw AccessChain.Fault.unknownHead(owner, known[owner]?.first?.sequence ?? 0) }
        report.digest = digest.text
        return report
    }

    /// How many rows it has.
    private func check(_ head: AccessChain.Head, _ tx: Transaction) async throws -> Int {
        if head.isErased {
            if let row = try await tx.accesses(of: head.owner, behind: 0, limit: 1).first { throw AccessChain.Fault.beyond(head.owner, row.sequence) }
            return 0
        }
        if try await tx.hasAccess(of: head.owner, upTo: head.start) { throw AccessChain.Fault.beyond(head.owner, head.start) }
        var wanted = known[head.owner] ?? []
        // What was purged since cannot be looked at any more.
        wanted.removeAll { $0.sequence < head.start || $0.isErased }
        var (sequence, hash) = (head.start, head.startHash)
        try pass(&wanted, head.owner, sequence, hash)
        while sequence < head.sequence {
            let rows = try await tx.accesses(of: head.owner, behind: sequence, limit: batch)
            if rows.isEmpty { throw AccessChain.Fault.missing(head.owner, sequence + 1) }
            for row in rows {
                if sequence == head.sequence { throw AccessChain.Fault.beyond(head.owner, row.sequence) }
                guard row.sequence == sequence + 1 else { throw AccessChain.Fault.missing(head.owner, sequence + 1) }
                let next = AccessChain.next(row.row.digest, after: hash)
                guard next == row.hash else { throw AccessChain.Fault.altered(head.owner, row.sequence) }
                (sequence, hash) = (row.sequence, next)
                try pass(&wanted, head.owner, sequence, next)
            }
        }
        guard hash == head.hash else { throw AccessChain.Fault.altered(head.owner, sequence) }
        if let row = try await tx.accesses(of: head.owner, behind: sequence, limit: 1).first { throw AccessChain.Fault.beyond(head.owner, row.sequence) }
        if let other = wanted.first { throw AccessChain.Fault.unknownHead(head.owner, other.sequence) }
        return head.sequence - head.start
    }

    private func pass(_ wanted: inout [AccessChain.Head], _ owner: UserID, _ sequence: Int, _ hash: [UInt8]?) throws {
        guard let index = wanted.firstIndex(where: { $0.sequence == sequence }) else { return }
        guard wanted.remove(at: index).hash == hash else { throw AccessChain.Fault.unknownHead(owner, sequence) }
    }
}
