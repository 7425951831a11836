import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// A person has all that Records keeps of them destroyed, and goes on: the key first, then every row. They get a receipt of it. Nothing new is stored until every
/// replica has forgotten the key.
struct PurgeRecord: Sendable {
    static let timer = "reopen-record"
    private static let batch = 500

    let writing: Writing
    let signer: ReceiptSigner
    /// For as long a replica may have a key in memory.
    let keyLifetime: Duration
    /// Where what they are searched by is in memory.
    let indexes: PersonIndexes
    /// A receipt as JSON.
    let payload: @Sendable (Receipt) -> [UInt8]

    func callAsFunction(_ person: UserID, _ tx: Transaction) async throws -> SignedReceipt {
        let key = try await writing.keys.forWriting(person, alone: true, tx)
        let now = writing.now()
        let counts = try await tx.counts(of: person)
        try await tell(person, now, tx)
        try await ErasePerson(keys: writing.keys, now: now, indexes: indexes, keepsAccount: true)(person, tx)
        let receipt = Receipt(
            id: ReceiptID(writing.newID()), person: person, at: now, key: key.fingerprint, records: counts.records, versions: counts.versions,
            bytes: counts.bytes)
        let (signed, publicKey, point) = try signer.sign(payload(receipt))
        let kept = SignedReceipt(id: receipt.id, at: now, signed: signed)
        let end = now.addingTimeInterval(keyLifetime.seconds + 5)
        try await tx.insert(kept, of: person, closedUntil: end, key: publicKey, publicKey: point)
        try await tx.setTimer(Self.timer, key: "\(person)", due: end, payload: Reopening(personId: person))
        tx.afterCommit { RecordsMetrics.purges.add() }
        return kept
    }

    /// Whoever follows the events hears of each record that it is gone.
    private func tell(_ person: UserID, _ now: Date, _ tx: Transaction) async throws {
        var behind: RecordID?
        while true {
            try Task.checkCancellation()
            let records = try await tx.living(of: person, behind: behind, Self.batch)
            guard let last = records.last else { return }
            behind = last.id
            var events: [any CareEvent] = []
            for var record in records {
                let version = record.version + 1
                events.append(
                    RecordDeleted(
                        recordId: record.id, version: version, userId: person, format: record.format, recordType: record.type, deletedAt: now))
                let withdrawn = try record.measurements.event(nil, of: record.id, person: person, recordVersion: version, at: now, seal: nil)
                if let withdrawn { events.append(withdrawn) }
            }
            try await tx.emit(events, sealedBy: writing.eventSeal)
        }
    }
}

/// Whose record is opened again.
struct Reopening: Codable, Sendable {
    var personId: UserID
}

/// By now no replica has the destroyed key any more: a new one may be made, and who uses the record is noted again. Nothing happens where the account was erased meanwhile.
struct ReopenRecord: Sendable {
    let keys: PersonKeys

    func callAsFunction(_ person: UserID, _ tx: Transaction) async throws {
        // First, as whoever erases them.
        try await keys.hold(person, tx)
        guard try await tx.open(person) else { return }
        try await keys.reopen(person, tx)
        try await tx.reopenAccesses(of: person)
    }
}
