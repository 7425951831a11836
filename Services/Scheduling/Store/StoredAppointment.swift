import CareModels
import Postgres
import Sealing

/// An appointment as its row has it: what is sealed is not yet in the record.
struct StoredAppointment: Sendable {
    private let record: AppointmentRecord
    private let texts: [UInt8]?
    private let reason: [UInt8]?

    init(_ row: Row) throws {
        record = try AppointmentRecord(row)
        texts = try row["sealed_texts"]
        reason = try row["sealed_reason"]
    }

    /// Whose key opens it; nil when nothing is sealed.
    var keyOwner: UserID? { texts == nil && reason == nil ? nil : record.patientId }

    /// Without the key, which was destroyed, there are no texts any more.
    func opened(by key: PersonKey?) throws -> AppointmentRecord {
        var opened = record
        if let texts {
            let said = try key.map { AppointmentTexts(try $0.open(texts, at: SealedTexts.place(record.id))) }
            opened.title = said?.title ?? ""
            opened.description = said?.description
        }
        if let reason { opened.cancelReason = try key.map { try $0.openText(reason, at: SealedTexts.reasonPlace(record.id)) } }
        return opened
    }
}

extension PersonKeys {
    func opened(_ stored: [StoredAppointment], _ runner: some PostgresReader) async throws -> [AppointmentRecord] {
        // One of which nothing is sealed, or whose key is in memory, as most are: nothing to gather, and nobody to ask.
        if stored.count == 1 {
            let owner = stored[0].keyOwner
            let key = owner.flatMap(cached)
            if owner == nil || key != nil { return [try stored[0].opened(by: key)] }
        }
        let keys = try await forReading(Set(stored.compactMap(\.keyOwner)), runner)
        return try stored.map { each in try each.opened(by: each.keyOwner.flatMap { keys[$0] }) }
    }
}
