import CareService
import Foundation
import Outbox
import Postgres
import Sealing
import Telemetry

/// Sends the mails that wait, in every replica: each belongs for a while to who leased it, and is sent outside of any transaction. A replica that ends
/// after a mail has gone and before that was written down leaves it to be sent once more, with the same Message-ID: at least once.
final class MailRoom: ServicePart {
    let name = "mail room"
    /// Mails that are sent at the same time, so that one that hangs holds up few others.
    private static let lanes = 4
    private static let poll: Duration = .seconds(2)
    private static let interruption: Duration = .seconds(5)

    private let pool: PostgresPool
    private let masters: MasterKeys
    private let now: @Sendable () -> Date
    private let outlet: MailSettings.Outlet
    private let sender: MailSender
    private let stopping = StopFlag()

    init(_ dependencies: Dependencies) {
        pool = dependencies.pool
        masters = dependencies.masters
        now = dependencies.now
        outlet = dependencies.settings.mail.outlet
        sender = dependencies.settings.mail.sender
    }

    private var isStopping: Bool { stopping.isSet || Task.isCancelled }

    func start() async throws {
        if outlet == .none { Log.warning("no mails are sent: set CARE_SMTP_URL, or CARE_MAIL_FOLDER to have them as files") }
    }

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.lanes { group.addTask { await self.runLane() } }
        }
    }

    /// What is being sent is finished; the rest waits for another replica or the next start.
    func stop() async { stopping.set() }

    private func runLane() async {
        while !isStopping {
            do {
                if try await !sendNext() { await pause(Self.poll) }
            } catch {
                Log.warning("mail room interrupted", ["error": ErrorLabel.of(error)])
                await pause(Self.interruption)
            }
        }
    }

    /// In short steps, so that a stop is noticed.
    private func pause(_ duration: Duration) async {
        let end = ContinuousClock.now + duration
        while !isStopping, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(250)) }
    }

    /// Tries one that is due; false when none is. Throws when the database is away.
    func sendNext() async throws -> Bool {
        let lease = LeaseMail(now: now)
        let outcome = try await pool.transaction { tx in try await lease(tx) }
        switch outcome {
        case .none:
            return false
        case .tooLate:
            reportGivenUp("its deadline has passed")
        case .leased(let record):
            do {
                try await outlet.send(MailMessage(mail: record.mail(masters), sender: sender, id: record.id, writtenAt: record.createdAt))
            } catch {
                try await putOff(record, error)
                return true
            }
            AuthMetrics.mails("sent").add()
            let forget = ForgetMail()
            try await pool.transaction { tx in try await forget(record.id, tx) }
        }
        return true
    }

    private func putOff(_ record: MailRecord, _ error: any Error) async throws {
        let putOff = PutOffMail(now: now)
        let isRefused = (error as? MailFailure)?.isRefused ?? false
        let step = try await pool.transaction { tx in try await putOff(record, isRefused: isRefused, tx) }
        switch step {
        case .giveUp:
            reportGivenUp(ErrorLabel.of(error))
        case .again:
            AuthMetrics.mails("put_off").add()
            Log.warning("mail not sent; trying again", ["attempts": String(record.attempts), "error": ErrorLabel.of(error)])
        }
    }

    private func reportGivenUp(_ why: String) {
        AuthMetrics.mails("given_up").add()
        Log.warning("mail given up", ["error": why])
    }
}
