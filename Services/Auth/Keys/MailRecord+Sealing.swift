import CareModels
import Foundation
import Sealing

extension MailRecord: SealedRow, Identifiable {
    /// A new one.
    init(_ mail: Mail, to user: UserID, id: UUID, until deadline: Date, masters: MasterKeys, now: Date) throws {
        self.init(id: id, userID: user, sealedMail: [], masterKeyID: "", createdAt: now, deadline: deadline)
        // Neither an address nor a subject has a line feed.
        try seal(Data("\(mail.address.text)\n\(mail.subject)\n\(mail.text)".utf8), with: masters.current)
    }

    /// Throws `CannotOpen`.
    func mail(_ masters: MasterKeys) throws -> Mail {
        let lines = String(decoding: try opened(masters), as: UTF8.self).utf8.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard lines.count == 3 else { throw CannotOpen() }
        return Mail(address: try MailAddress(lines[0]), subject: lines[1], text: lines[2])
    }

    /// Bound to its row.
    mutating func seal(_ content: Data, with master: MasterKey) throws {
        sealedMail = Array(try master.key(for: .mails).seal(content, at: place))
        masterKeyID = master.id
    }

    func opened(_ masters: MasterKeys) throws -> Data {
        guard let master = masters.key(masterKeyID) else { throw CannotOpen() }
        return try master.key(for: .mails).open(sealedMail, at: place)
    }

    private var place: String { "mails \(id.lowercaseText)" }
}
