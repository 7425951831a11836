import CareModels
import Foundation
import Postgres

/// Mails a person what has become of their account, at the address that they have proved as theirs: one that was only named is somebody else's, perhaps.
struct TellOfAccount: Sendable {
    let post: PostMail
    var mails: AccountMails
    let now: @Sendable () -> Date

    /// `user`: locked, and as they were before. `deadline`: nil where it is of use for some days.
    func callAsFunction(_ notice: AccountNotice, to user: UserRecord, until deadline: Date? = nil, _ tx: Transaction) async throws {
        guard user.provenAddress != nil, let address = user.mailAddress else { return }
        let now = now()
        guard try await tx.countNotice(notice, to: user.id, now: now) <= AccountNotice.most else { return }
        let mail = mails.written(for: user.languages).notice(notice, username: user.username, to: address)
        try await post(mail, to: user.id, until: deadline ?? now.addingTimeInterval(Mail.patience), tx)
    }
}
