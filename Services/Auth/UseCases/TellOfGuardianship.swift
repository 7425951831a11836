import CareModels
import Foundation
import Postgres

/// Mails both of a guardianship what has become of it, at addresses that they have proved as theirs.
struct TellOfGuardianship: Sendable {
    let post: PostMail
    let mails: AccountMails
    let now: @Sendable () -> Date

    func callAsFunction(_ news: GuardianshipNews, ward: UserRecord, guardians: [UserRecord], _ tx: Transaction) async throws {
        let deadline = now().addingTimeInterval(Mail.patience)
        for guardian in guardians {
            guard guardian.provenAddress != nil, let address = guardian.mailAddress else { continue }
            let mail = mails.written(for: guardian.languages).toGuardian(news, ward: ward.username, username: guardian.username, to: address)
            try await post(mail, to: guardian.id, until: deadline, tx)
        }
        guard ward.provenAddress != nil, let address = ward.mailAddress else { return }
        let mail = mails.written(for: ward.languages).toWard(news, username: ward.username, to: address)
        try await post(mail, to: ward.id, until: deadline, tx)
    }
}
