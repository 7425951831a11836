import CareModels
import Postgres
import Sealing

/// What is written about an appointment and lies in the plain columns.
struct PlainTexts: Sendable {
    var id: AppointmentID
    var patientId: UserID
    /// Nil where they are sealed already.
    var texts: AppointmentTexts?
    var reason: String?

    fileprivate init(_ row: Row) throws {
        id = try row["id"]
        patientId = try row["patient_id"]
        let title: String = try row["title"]
        let description: String? = try row["description"]
        if !title.isEmpty || description != nil { texts = AppointmentTexts(title: title, description: description) }
        reason = try row["cancel_reason"]
    }
}

extension Transaction {
    /// Some that are to be sealed, each locked with its patient; none while texts are not sealed here. Those that others hold have their turn later.
    func lockPlainTexts(most: Int) async throws -> [PlainTexts] {
        guard try await arePlainThere() else { return [] }
        let sql: SQL = """
            SELECT a.id, a.patient_id, a.title, a.description, a.cancel_reason
            FROM appointments a JOIN people patient ON patient.user_id = a.patient_id
            WHERE (a.title <> '' OR a.description IS NOT NULL OR a.cancel_reason IS NOT NULL)
                AND (SELECT are_sealed FROM appointment_texts) AND patient.erased_at IS NULL
            LIMIT \(most) FOR NO KEY UPDATE OF patient, a SKIP LOCKED
            """
        return try await query(sql).map { try PlainTexts($0) }
    }

    /// Whether the plain columns are there; it stays so for this transaction.
    func arePlainThere() async throws -> Bool {
        try await executeLater("LOCK TABLE appointments IN ROW SHARE MODE")
        return try await query("SELECT \(unescaped: Self.arePlainThere)")[0]["are_plain_there"]
    }

    func seal(_ plain: PlainTexts, by key: PersonKey) async throws {
        let texts = try plain.texts.map { try key.seal($0.bytes, at: SealedTexts.place(plain.id)) }
        let reason = try plain.reason.map { try key.seal($0, at: SealedTexts.reasonPlace(plain.id)) }
        try await executeLater(
            """
            UPDATE appointments SET title = '', description = NULL, cancel_reason = NULL, sealed_texts = coalesce(\(texts)::bytea, sealed_texts),
                sealed_reason = coalesce(\(reason)::bytea, sealed_reason)
            WHERE id = \(plain.id)
            """)
    }
}
