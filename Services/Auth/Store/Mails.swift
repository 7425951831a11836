import CareModels
import Foundation
import Postgres

/// A mail that waits, as it is kept.
struct MailRecord: Sendable {
    var id: UUID
    var userID: UserID
    var sealedMail: [UInt8]
    var masterKeyID: String
    var createdAt: Date
    var attempts = 0
    var deadline: Date
}

extension Transaction {
    /// To be sent at once.
    func insert(_ mail: MailRecord) async throws {
        try await execute(
            """
            INSERT INTO mails (id, user_id, sealed_mail, master_key_id, created_at, next_at, deadline)
            VALUES (\(mail.id), \(mail.userID), \(mail.sealedMail), \(mail.masterKeyID), \(mail.createdAt), \(mail.createdAt), \(mail.deadline))
            """)
    }

    /// The mail that is due for longest, of those that no other replica has in its hands, with this try counted: for whoever has it, until `lease`.
    func leaseMail(until lease: Date, now: Date) async throws -> MailRecord? {
        try await first(
            """
            UPDATE mails SET next_at = \(lease), attempts = attempts + 1
            WHERE id = (SELECT id FROM mails WHERE next_at <= \(now) ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING *
            """
        ).map(MailRecord.init)
    }

    /// Nothing when its lease ran out, and another has it.
    func putOff(_ mail: MailRecord, to next: Date) async throws {
        try await execute("UPDATE mails SET next_at = \(next) WHERE id = \(mail.id) AND attempts = \(mail.attempts)")
    }

    /// What it was for is over, sent or not.
    func deleteMail(_ id: UUID) async throws { try await execute("DELETE FROM mails WHERE id = \(id)") }

    /// Of those that these keys seal, behind one; kept from being sent meanwhile.
    func lockedMails(sealedBy earlier: [String], after id: UUID?, limit: Int) async throws -> [MailRecord] {
        try await locked(.mails, by: earlier, after: id, limit: limit) { try MailRecord($0) }
    }

    /// How it is sealed; the rest of a mail never changes.
    func update(_ mail: MailRecord) async throws {
        try await reseal(.mails, of: mail.id, mail.sealedMail, by: mail.masterKeyID)
    }
}

extension MailRecord {
    init(_ row: Row) throws {
        self.init(
            id: try row["id"], userID: try row["user_id"], sealedMail: try row["sealed_mail"], masterKeyID: try row["master_key_id"],
            createdAt: try row["created_at"], attempts: try row["attempts"], deadline: try row["deadline"])
    }
}
