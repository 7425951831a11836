import Fetch

/// The mail server that takes our mails, for all that it says to whom they go.
struct SMTPServer: Equatable, Sendable {
    struct Login: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
        var user: String
        var password: String

        var description: String { "SMTPServer.Login" }
        var customMirror: Mirror { Mirror(self, children: []) }
    }

    var host: String
    var port: Int
    var encryption: MailDelivery.Encryption
    var login: Login?
    /// A file of certificates of authorities; those of the system unless given.
    var authorities: String?
}
