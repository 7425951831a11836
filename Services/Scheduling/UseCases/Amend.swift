import CareModels
import Foundation
import Outbox
import Postgres

/// An appointment's patient or provider gives it another time, other texts, or both.
struct Amend: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ change: AppointmentChange, time: Interval?, texts: TextChange?, _ tx: Transaction) async throws -> AppointmentRecord {
        guard let time else { return try await Describe(now: now)(change, texts ?? TextChange(), tx) }
        let moved = try await Reschedule(now: now)(change, to: time, tx)
        guard let texts else { return moved }
        var rest = change
        rest.expectedVersion = nil
        return try await Describe(now: now)(rest, texts, tx)
    }
}
