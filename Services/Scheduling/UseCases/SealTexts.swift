import Postgres
import Sealing

/// Seals what is written about appointments and lies in the plain columns, so many in a transaction: what was there before texts were sealed, and
/// what a transaction wrote that began before.
struct SealTexts: Sendable {
    static let most = 200

    let keys: PersonKeys

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let plain = try await tx.lockPlainTexts(most: Self.most)
        for each in plain { try await tx.seal(each, by: keys.forStatement(each.patientId, tx)) }
        return plain.count == Self.most
    }
}
