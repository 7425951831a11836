import Foundation

/// A mail as it goes over the wire (RFC 5322): header and body in ASCII, lines of at most 76 characters, ended by CR LF. Composed again it is the same, its
/// Message-ID too, so that a mail server or a reader can tell when it was sent twice.
struct MailMessage: Sendable {
    var mail: Mail
    var sender: MailSender
    var id: UUID
    var writtenAt: Date

    var bytes: [UInt8] {
        let header = [
            "Date: \(Self.date(writtenAt))", "From: \(from)", "To: <\(mail.address.text)>",
            "Message-ID: <\(id.uuidString.lowercased())@\(sender.address.domain)>", "Subject: \(EncodedWords.encode(mail.subject))", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable",
            // Nobody's holiday notice answers it (RFC 3834).
            "Auto-Submitted: auto-generated"
        ]
        let head = header.map { $0 + "\r\n" }.joined() + "\r\n"
        return Array(head.utf8) + QuotedPrintable.encode(mail.text)
    }

    private var from: String {
        guard let name = sender.name else { return "<\(sender.address.text)>" }
        return "\(EncodedWords.encode(name)) <\(sender.address.text)>"
    }

    /// RFC 5322, 3.3.
    private static func date(_ instant: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
        return formatter.string(from: instant)
    }
}
