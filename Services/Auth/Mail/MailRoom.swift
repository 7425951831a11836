import Foundation
import Postgres
import Sealing
import Telemetry

/// The mails that wait. One that is sent twice has the same Message-ID both times.
struct MailRoom: Errands {
    let name = "mail room"
    // They all go to one server.
    let most = 4
    let mostPerReceiver = 4
    let poll: Duration = .seconds(2)

    private let pool: PostgresPool
    private let masters: MasterKeys
    private let now: @Sendable () -> Date
    private let outlet: MailSettings.Outlet
    private let sender: MailSender

    init(_ dependencies: Dependencies) {
        pool = dependencies.pool
        masters = dependencies.masters
        now = dependencies.now
        outlet = dependencies.settings.mail.outlet
        sender = dependencies.settings.mail.sender
    }

    func announce() {
        if outlet == .none { Log.warning("no mails are sent: set CARE_SMTP_URL, or CARE_MAIL_FOLDER to have them as files") }
    }

    func receiver(of errand: MailRecord) -> String { "" }

    func lease(busy: [String]) async throws -> MailRecord? {
        let lease = LeaseMail(now: now)
        while true {
            let outcome = try await pool.transaction { tx in try await lease(tx) }
            switch outcome {
            case .none: return nil
            case .leased(let mail): return mail
            case .tooLate: reportGivenUp("its deadline has passed")
            }
        }
    }

    func run(_ mail: MailRecord) async throws {
        do {
            try await outlet.send(MailMessage(mail: mail.mail(masters), sender: sender, id: mail.id, writtenAt: mail.createdAt))
        } catch {
            return try await putOff(mail, error)
        }
        AuthMetrics.mails("sent").add()
        let forget = ForgetMail()
        try await pool.transaction { tx in try await forget(mail.id, tx) }
    }

    private func putOff(_ mail: MailRecord, _ error: any Error) async throws {
        let putOff = PutOffMail(now: now)
        let isRefused = (error as? MailFailure)?.isRefused ?? false
        let step = try await pool.transaction { tx in try await putOff(mail, isRefused: isRefused, tx) }
        switch step {
        case .giveUp:
            reportGivenUp(ErrorLabel.of(error))
        case .again:
            AuthMetrics.mails("put_off").add()
            Log.warning("mail not sent; trying again", ["attempts": String(mail.attempts), "error": ErrorLabel.of(error)])
        }
    }

    private func reportGivenUp(_ why: String) {
        AuthMetrics.mails("given_up").add()
        Log.warning("mail given up", ["error": why])
    }
}
