import CareModels
import Foundation
import Postgres
import Sealing

/// Leaves a mail to be sent, which it is once the transaction has committed. After `deadline` it is of no use any more.
struct PostMail: Sendable {
    let masters: MasterKeys
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ mail: Mail, to user: UserID, until deadline: Date, _ tx: Transaction) async throws {
        try await tx.insert(MailRecord(mail, to: user, id: newID(), until: deadline, masters: masters, now: now()))
    }
}
