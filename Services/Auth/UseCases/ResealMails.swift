import Postgres
import Sealing
import Telemetry

/// Seals anew what an earlier master key seals, so many in a transaction. One that cannot be opened is left as it is and counted.
struct ResealMails: Sendable {
    static let most = 200

    let masters: MasterKeys

    func callAsFunction(_ tx: Transaction) async throws {
        let current = masters.current
        for var mail in try await tx.lockedMails(notSealedBy: current.id, limit: Self.most) {
            guard let opened = try? mail.opened(masters) else {
                ResealMetrics.failures("mail").add()
                continue
            }
            try mail.seal(opened, with: current)
            try await tx.update(mail)
        }
    }
}
