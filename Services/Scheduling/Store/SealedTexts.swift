import CareModels
import Postgres
import Sealing

/// What is written about an appointment, as its columns take it: sealed under the patient's key.
struct SealedTexts: Sendable {
    var texts: [UInt8]
    /// Of a cancellation.
    var reason: [UInt8]?

    init(_ record: AppointmentRecord, by key: PersonKey) throws {
        texts = try key.seal(AppointmentTexts(title: record.title, description: record.description).bytes, at: Self.place(record.id))
        reason = try record.cancelReason.map { try key.seal($0, at: Self.reasonPlace(record.id)) }
    }

    static func place(_ id: AppointmentID) -> String { "appointments texts \(id)" }
    static func reasonPlace(_ id: AppointmentID) -> String { "appointments reason \(id)" }
}

extension PersonKeys {
    /// Under the lock that says that the patient was not erased: so no statement has to ask for it again.
    func sealed(_ record: AppointmentRecord, _ tx: Transaction) async throws -> SealedTexts {
        try SealedTexts(record, by: await forStatement(record.patientId, tx))
    }
}
