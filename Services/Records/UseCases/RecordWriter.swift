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

    var owner: UserID { key.person }
}

/// Another writer made a record at this address first: the transaction has to run again, and will find it.
struct AddressTaken: Error {}
