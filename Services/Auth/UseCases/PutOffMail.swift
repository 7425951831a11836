import Foundation
import Postgres

/// After a try that failed: the mail waits for the next, or it is given up.
struct PutOffMail: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ mail: MailRecord, isRefused: Bool, _ tx: Transaction) async throws -> Retry.Step {
        let step = Retry.step(after: mail.attempts, isRefused: isRefused, deadline: mail.deadline, now: now())
        switch step {
        case .again(let next): try await tx.putOff(mail, to: next)
        case .giveUp: try await tx.deleteMail(mail.id)
        }
        return step
    }
}
