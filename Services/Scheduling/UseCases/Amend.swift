import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// An appointment gets another time, other texts, both, or nothing at all.
struct Amend: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date

    func callAsFunction(_ change: AppointmentChange, time: TimeChange, texts: TextChange, _ tx: Transaction) async throws -> AppointmentRecord {
        if time.isNothing { return try await Describe(keys: keys, now: now)(change, texts, tx) }
        let moved = try await Reschedule(keys: keys, now: now)(change, to: time, tx)
        if texts.isNothing { return moved }
        var rest = change
        rest.expectedVersion = nil
        return try await Describe(keys: keys, now: now)(rest, texts, tx)
    }
}
