import CareModels
import Outbox
import Postgres

/// A scheduler enters an emergency room.
struct EnterER: Sendable {
    let change: Change

    func callAsFunction(_ details: ERDetails, _ tx: Transaction) async throws -> ERRecord {
        var record = ERRecord(entering: details, id: ERID(change.newID()), now: change.now)
        record.position = try await tx.drawPositions(1)
        try await tx.insert(record)
        try await tx.refreshWeeklyReach([(record, nil)], now: change.now)
        try await tx.log(change.audit(.created, record, from: nil, to: details))
        try await tx.emit(ERCreated(record))
        return record
    }
}
