import CareModels
import Foundation
import Postgres
import Sealing

/// Goes through every person's chain, in one transaction that sees them as they are at one instant. What somebody kept elsewhere is compared with them: heads, or marks
/// of lists of heads. A head whose row is gone has to be old enough to have been taken away, or its person erased, which is told, since whoever can write to this
/// database can say so too: only Auth's audit knows whether it was so.
struct VerifyAccesses: Sendable {
    /// What was known of a person, and lawfully cannot be looked at any more.
    struct Gone: Equatable, Sendable {
        enum Cause: Equatable, Sendable {
            case erased
            /// At their wish; they go on.
            case destroyed(ReceiptID)
        }

        var owner: UserID
        var at: Date
        var cause: Cause
    }

    /// What was found where all chains are whole.
    struct Report: Equatable, Sendable {
        var persons = 0
        var rows = 0
        /// Of who was erased: the head alone is left.
        var erased = 0
        var gone: [Gone] = []
        /// Heads without a time whose rows are gone: nothing is shown by them.
        var unproved = 0
        /// Over all heads.
        var digest = ""
    }

    /// By so much clocks may differ.
    private static let clocks: TimeInterval = 60

    var batch = 2000
    /// Heads that somebody kept elsewhere, which the chains have to go through.
    var known: [UserID: [KnownAccess]] = [:]
    /// Marks that somebody kept: all heads that these lists hold.
    var lists: [AccessList.Mark] = []
    /// So long rows are kept.
    let retention: Duration
    /// So long they were, at instants of before, as somebody kept it elsewhere.
    var retentions: [KnownRetention] = []
    /// What receipts were signed with of whose master key none is at hand any more, as somebody kept it elsewhere: the keys themselves are in this database, where anybody
    /// who can write to it could put one.
    var receiptKeys: [KnownReceiptKey] = []
    /// Nil where the master key is not at hand: receipts are believed then.
    var signer: ReceiptSigner?
    let now: Date

    /// Throws `AccessChain.Fault`, the first that is found. `seen` hears of the head of each who is not erased.
    func callAsFunction(_ tx: Transaction, _ seen: (KnownAccess) throws -> Void = { _ in }) async throws -> Report {
        if let owner = try await tx.headlessAccess() { throw AccessChain.Fault.headless(owner) }
        var unseen = known
        for list in lists { try await add(list, to: &unseen, tx) }
        var (report, digest, last) = (Report(), AccessChain.Digest(), UserID?.none)
        while true {
            let heads = try await tx.accessHeads(after: last, limit: batch)
            for head in heads {
                try await check(head, unseen.removeValue(forKey: head.owner) ?? [], &report, tx)
                digest.add(head)
                if !head.isErased { try seen(KnownAccess(head)) }
            }
            guard heads.count == batch else { break }
            last = heads.last?.owner
        }
        if let owner = unseen.keys.min() { throw AccessChain.Fault.unknownHead(owner, unseen[owner]?.first?.sequence ?? 0) }
        report.digest = digest.text
        return report
    }

    /// What is to be kept with the heads of now, for who judges later what is gone of them.
    var kept: KnownLog {
        var keys = (signer?.keys ?? []).map { KnownReceiptKey(id: $0.kid, at: now) }
        for key in receiptKeys.sorted(by: { $0.at > $1.at }) where !keys.contains(where: { $0.id == key.id }) { keys.append(key) }
        return KnownLog(retentions: KnownRetention.needed(allRetentions), receiptKeys: keys)
    }

    /// Whatever clock a line is by, nothing of it is later than now.
    private var allRetentions: [KnownRetention] {
        retentions.filter { $0.at < now } + [KnownRetention(seconds: Int(retention.components.seconds), at: now)]
    }

    private func add(_ mark: AccessList.Mark, to known: inout [UserID: [KnownAccess]], _ tx: Transaction) async throws {
        guard let list = try await tx.accessList(mark.number) else { throw AccessChain.Fault.noList(mark.number) }
        var hash = AccessList.beginning(mark.number, at: list.begunAt)
        for number in 0..<max(0, list.pages) {
            guard let page = try await tx.accessListPage(number, of: mark.number), let heads = AccessList.heads(page) else {
                throw AccessChain.Fault.alteredList(mark.number)
            }
            hash = AccessList.hash(page, after: hash)
            // Most are those of the list before.
            for head in heads where known[head.owner]?.contains(head) != true { known[head.owner, default: []].append(head) }
        }
        guard hash == mark.hash else { throw AccessChain.Fault.alteredList(mark.number) }
    }

    private func check(_ head: AccessChain.Head, _ known: [KnownAccess], _ report: inout Report, _ tx: Transaction) async throws {
        report.persons += 1
        if head.isErased { return try await checkErased(head, known, &report, tx) }
        if try await tx.hasAccess(of: head.owner, upTo: head.start) { throw AccessChain.Fault.beyond(head.owner, head.start) }
        try await judge(known.filter { $0.sequence <= head.start }, head, &report, tx)
        try await walk(head, known.filter { $0.sequence > head.start }, tx)
        report.rows += head.sequence - head.start
    }

    private func checkErased(_ head: AccessChain.Head, _ known: [KnownAccess], _ report: inout Report, _ tx: Transaction) async throws {
        if let row = try await tx.accesses(of: head.owner, behind: 0, limit: 1).first { throw AccessChain.Fault.beyond(head.owner, row.sequence) }
        guard let erasedAt = head.erasedAt else { throw AccessChain.Fault.unerased(head.owner) }
        // The head stays as it was.
        let other = known.first { $0.sequence > head.sequence || $0.sequence == head.sequence && $0.hash != head.hash }
        if let other { throw AccessChain.Fault.unknownHead(head.owner, other.sequence) }
        report.erased += 1
        if !known.isEmpty { report.gone.append(Gone(owner: head.owner, at: erasedAt, cause: .erased)) }
    }

    /// Of heads whose rows are gone, that they may be.
    private func judge(_ lost: [KnownAccess], _ head: AccessChain.Head, _ report: inout Report, _ tx: Transaction) async throws {
        if let other = lost.first(where: { $0.sequence == head.start && $0.hash != head.startHash }) {
            throw AccessChain.Fault.unknownHead(head.owner, other.sequence)
        }
        let oldest = KnownRetention.limit(allRetentions).addingTimeInterval(Self.clocks)
        var youngest: (at: Date, place: Int)?
        for known in lost {
            switch known.age {
            case .gone: break
            case .unsaid: report.unproved += 1
            case .written(let at) where at >= oldest && at >= youngest?.at ?? at: youngest = (at, known.sequence)
            case .written: break
            }
        }
        guard let youngest else { return }
        guard let gone = try await destruction(of: head.owner, after: youngest.at, tx) else { throw AccessChain.Fault.cut(head.owner, youngest.place) }
        report.gone.append(gone)
    }

    /// A person who has had all destroyed goes on with a chain that begins behind it, and has a receipt.
    private func destruction(of owner: UserID, after instant: Date, _ tx: Transaction) async throws -> Gone? {
        let former = try await formerKeys(tx)
        for receipt in try await tx.receipts(of: owner, Int.max, after: nil) {
            var at = receipt.at
            if let signer {
                guard let signed = signer.destruction(of: owner, by: receipt.signed, orBefore: former) else { throw AccessChain.Fault.unsignedReceipt(owner, receipt.id) }
                at = signed
            }
            if at.addingTimeInterval(Self.clocks) >= instant { return Gone(owner: owner, at: at, cause: .destroyed(receipt.id)) }
        }
        return nil
    }

    /// Of those that are known, each until when it was in service.
    private func formerKeys(_ tx: Transaction) async throws -> [(key: JSONWebKey, at: Date)] {
        if receiptKeys.isEmpty { return [] }
        return try await tx.receiptKeys().compactMap { key in
            receiptKeys.filter { $0.id == key.kid }.map(\.at).max().map { (key: key, at: $0.addingTimeInterval(Self.clocks)) }
        }
    }

    /// From row to row, and through the heads that are known.
    private func walk(_ head: AccessChain.Head, _ known: [KnownAccess], _ tx: Transaction) async throws {
        var wanted = Dictionary(grouping: known, by: \.sequence)
        var (sequence, hash) = (head.start, head.startHash)
        while sequence < head.sequence {
            let rows = try await tx.accesses(of: head.owner, behind: sequence, limit: batch)
            if rows.isEmpty { throw AccessChain.Fault.missing(head.owner, sequence + 1) }
            for row in rows {
                if sequence == head.sequence { throw AccessChain.Fault.beyond(head.owner, row.sequence) }
                guard row.sequence == sequence + 1 else { throw AccessChain.Fault.missing(head.owner, sequence + 1) }
                let next = AccessChain.next(row.row.digest, after: hash)
                guard next == row.hash else { throw AccessChain.Fault.altered(head.owner, row.sequence) }
                (sequence, hash) = (row.sequence, next)
                let others = wanted.removeValue(forKey: sequence) ?? []
                guard others.allSatisfy({ $0.hash == next }) else { throw AccessChain.Fault.unknownHead(head.owner, sequence) }
            }
        }
        guard hash == head.hash else { throw AccessChain.Fault.altered(head.owner, sequence) }
        if let row = try await tx.accesses(of: head.owner, behind: sequence, limit: 1).first { throw AccessChain.Fault.beyond(head.owner, row.sequence) }
        if let place = wanted.keys.min() { throw AccessChain.Fault.unknownHead(head.owner, place) }
    }
}
