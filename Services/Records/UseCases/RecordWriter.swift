import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// One transaction's hand on a person's records, while their key's row is locked.
struct RecordWriter {
    let key: PersonKey
    let keys: PersonKeys
    let seal: EventSeal
    let now: Date
    let newID: @Sendable () -> UUID
    /// Takes in the bytes of all that is written.
    let charge: StorageCharge
    /// And each of them is named here.
    let touched = TouchedRecords()

    var owner: UserID { key.person }
}

extension RecordWriter {
    /// What is there and out of the caller's reach is nowhere to be found. Under the person's lock, so that it stays what it is until it is written. What
    /// was deleted may be written anew.
    func requireReach(_ reach: RecordReach, of id: String, in place: RecordPlace, orDeleted: Bool = false, _ tx: Transaction) async throws {
        guard reach != .everything, let current = try await tx.current(id, in: place, key) else { return }
        guard reach.holds(current) || orDeleted && current.body == nil else { throw Refusal.noSuch(place.thing) }
    }
}

/// Another writer made a record at this address first: the transaction has to run again, and will find it.
struct AddressTaken: Error {}
