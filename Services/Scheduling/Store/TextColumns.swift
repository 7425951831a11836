import CareModels
import Postgres
import Sealing

/// What is written about an appointment, as its columns take it: sealed, or as the release before reads it. The plain columns are named while they
/// are there only: the next release takes them away, beside this one.
enum TextColumns: Sendable {
    case plain(AppointmentRecord)
    case sealed(SealedTexts, besidePlain: Bool = false)

    /// Of a booking.
    var names: String {
        switch self {
        case .plain: "title, description"
        case .sealed: "sealed_texts"
        }
    }

    var values: SQL {
        switch self {
        case .plain(let record): "\(record.title)::text, \(record.description)::text"
        case .sealed(let sealed, _): "\(sealed.texts)::bytea"
        }
    }

    /// The assignments of an update that writes title and description.
    var described: SQL {
        switch self {
        case .plain(let record): "title = \(record.title), description = \(record.description)::text, sealed_texts = NULL"
        case .sealed(let sealed, besidePlain: false): "sealed_texts = \(sealed.texts)"
        case .sealed(let sealed, besidePlain: true): "title = '', description = NULL, sealed_texts = \(sealed.texts)"
        }
    }

    /// Of one that writes why an appointment was cancelled.
    var explained: SQL {
        switch self {
        case .plain(let record): "cancel_reason = \(record.cancelReason)::text, sealed_reason = NULL"
        case .sealed(let sealed, besidePlain: false): "sealed_reason = \(sealed.reason)::bytea"
        case .sealed(let sealed, besidePlain: true): "cancel_reason = NULL, sealed_reason = \(sealed.reason)::bytea"
        }
    }
}

extension PersonKeys {
    /// Under the locks that say whether texts are sealed (`areSealed`), and that the patient was not erased: so no statement has to ask for it again.
    func columns(of record: AppointmentRecord, areSealed: Bool, besidePlain: Bool = false, _ tx: Transaction) async throws -> TextColumns {
        areSealed ? .sealed(try await sealed(record, tx), besidePlain: besidePlain) : .plain(record)
    }
}

extension PostgresRunner {
    /// A column of what a transaction locks. Once true it stays so; what a transaction writes that has not seen it is sealed by the sweep.
    static var areTextsSealed: String { "(SELECT are_sealed FROM appointment_texts) AS are_texts_sealed" }

    /// Whether the plain columns are there, which stays so for a transaction that has locked a row, or the table.
    static var arePlainThere: String {
        "EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'appointments'::regclass AND attname = 'title' AND NOT attisdropped) AS are_plain_there"
    }
}
