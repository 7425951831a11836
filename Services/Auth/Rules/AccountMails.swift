import Foundation

/// What people are mailed about their account. The issuer's address is the only one that they are sent to.
struct AccountMails: Sendable {
    var issuer: String

    func passwordLink(_ token: String, username: String, to address: MailAddress) -> Mail {
        Mail(
            address: address, subject: "Set a new password",
            text: """
                Hello,

                somebody asked for a new password for your Careline account, \(username). To set one, open this address within \
                \(Int(PasswordReset.lifetime / 60)) minutes. It works once:

                \(issuer)/account/reset?token=\(token)

                If that was not you, do nothing: your password stays as it is.

                """)
    }

    func passwordChanged(username: String, to address: MailAddress) -> Mail {
        Mail(
            address: address, subject: "Your password was changed",
            text: """
                Hello,

                the password of your Careline account, \(username), was changed, and every other device was logged out.

                If that was not you, set a new one now:

                \(issuer)/account/reset

                """)
    }
}
