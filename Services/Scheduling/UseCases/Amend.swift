import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// An appointment gets another time, other texts, or both.
struct Amend: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date

    func callAsFunction(_ change: AppointmentChange, time: Interval?, texts: TextChange?, _ tx: Transaction) async throws -> AppointmentRecord {
        guard let time else { return try await Describe(keys: keys, now: now)(change, texts ?? TextChange(), tx) }
        let moved = try await Reschedule(keys: keys, now: now)(change, to: time, tx)
        guard let texts else { return moved }
        var rest = change
        rest.expectedVersion = nil
        return try await Describe(keys: keys, now: now)(rest, texts, tx)
    }
}
