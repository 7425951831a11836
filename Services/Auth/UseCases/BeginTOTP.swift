import CareModels
import Foundation
import Postgres
import Sealing

/// Somebody begins to set up codes of an app, in place of what they began before. They count once one has been typed (`ConfirmTOTP`).
struct BeginTOTP: Sendable {
    let masters: MasterKeys
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ secret: [UInt8], of id: UserID, _ tx: Transaction) async throws -> FactorRecord {
        guard let user = try await tx.lockedUser(id) else { throw Refusal.noSuchUser }
        guard try await tx.lockedTOTP(of: user.id)?.confirmedAt == nil else { throw Refusal.factorExists }
        try await tx.deleteBegunFactors(of: user.id)
        let factor = try FactorRecord(.totp, secret: secret, of: user.id, id: FactorID(newID()), masters: masters, now: now())
        try await tx.insert(factor)
        return factor
    }
}
