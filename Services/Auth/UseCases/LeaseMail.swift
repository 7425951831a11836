import Foundation
import Postgres

/// Takes a mail that is due: nobody else tries it while this replica sends it. One whose deadline has passed meanwhile is dropped.
struct LeaseMail: Sendable {
    enum Outcome: Sendable {
        case leased(MailRecord)
        case tooLate
        case none
    }

    let now: @Sendable () -> Date

    func callAsFunction(_ tx: Transaction) async throws -> Outcome {
        let now = now()
        guard let mail = try await tx.leaseMail(until: now.addingTimeInterval(Retry.lease), now: now) else { return .none }
        guard mail.deadline <= now else { return .leased(mail) }
        try await tx.deleteMail(mail.id)
        return .tooLate
    }
}
