import CareModels
import Postgres
import Sealing

/// What is written about an appointment, as its columns take it: sealed, or as the release before reads it.
struct TextColumns: Sendable {
    var title = ""
    var description: String?
    var reason: String?
    var sealed: [UInt8]?
    var sealedReason: [UInt8]?

    /// `key`: of the patient; nil while the texts are not sealed.
    init(_ record: AppointmentRecord, sealedBy key: PersonKey?) throws {
        guard let key else {
            (title, description, reason) = (record.title, record.description, record.cancelReason)
            return
        }
        sealed = try key.seal(AppointmentTexts(title: record.title, description: record.description).bytes, at: Self.place(record.id))
        sealedReason = try record.cancelReason.map { try key.seal($0, at: Self.reasonPlace(record.id)) }
    }

    static func place(_ id: AppointmentID) -> String { "appointments texts \(id)" }
    static func reasonPlace(_ id: AppointmentID) -> String { "appointments reason \(id)" }
}

extension PersonKeys {
    /// Under the locks that say whether texts are sealed (`areSealed`), and that the patient was not erased: so no statement has to ask for it again.
    func columns(of record: AppointmentRecord, areSealed: Bool, _ tx: Transaction) async throws -> TextColumns {
        guard areSealed else { return try TextColumns(record, sealedBy: nil) }
        return try TextColumns(record, sealedBy: await forStatement(record.patientId, tx))
    }
}

extension PostgresRunner {
    /// A column of what a transaction locks. Once true it stays so; what a transaction writes that has not seen it is sealed by the sweep.
    static var areTextsSealed: String { "(SELECT are_sealed FROM appointment_texts) AS are_texts_sealed" }
}
