import CareService
import Foundation

/// Where mails go, and whom they are from.
struct MailSettings: Sendable {
    enum Outlet: Equatable, Sendable {
        case server(SMTPServer)
        /// As files, one each.
        case folder(String)
        case none
    }

    var outlet: Outlet = .none
    /// Without a mail server it is read by whoever looks into the folder alone.
    var sender = Self.nobody

    init() {}

    private static let nobody: MailSender = {
        guard let sender = MailSender("Careline <no-reply@careline.invalid>") else { preconditionFailure("this is a sender") }
        return sender
    }()
}

extension MailSettings {
    /// Reads the settings; their faults are in `environment` afterwards.
    init(_ environment: inout Environment) {
        self.init()
        let url = environment.string("CARE_SMTP_URL", default: "")
        let password = environment.secret("CARE_SMTP_PASSWORD", default: "")
        let authorities = environment.file("CARE_SMTP_CA_FILE")
        let from = environment.string("CARE_MAIL_FROM", default: "")
        let folder = environment.string("CARE_MAIL_FOLDER", default: "")
        if let sender = MailSender(from) {
            self.sender = sender
        } else if !from.isEmpty {
            environment.fail("CARE_MAIL_FROM", "must be an address, or a name with one: Careline <no-reply@example.org>")
        }
        guard !url.isEmpty else {
            outlet = folder.isEmpty ? .none : .folder(folder)
            return
        }
        if from.isEmpty { environment.fail("CARE_MAIL_FROM", "is required with CARE_SMTP_URL") }
        guard var server = SMTPServer(url: url) else {
            environment.fail(
                "CARE_SMTP_URL", "must be smtp://host:587 (STARTTLS), smtps://host:465 or smtp+plain://localhost:25, with user@ before the host to log in")
            return
        }
        server.authorities = authorities
        server.login?.password = password
        if server.login != nil, password.isEmpty { environment.fail("CARE_SMTP_PASSWORD", "is required with a user in CARE_SMTP_URL") }
        if server.login != nil, server.encryption == .none {
            environment.fail("CARE_SMTP_URL", "must be smtp:// or smtps:// with a user: no password goes out in clear")
        }
        outlet = .server(server)
    }
}

extension SMTPServer {
    /// Its login is without a password yet: that is a secret of its own. Nil when it is none of the three kinds.
    init?(url: String) {
        guard let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty, parts.password == nil, parts.query == nil, parts.fragment == nil,
            ["", "/"].contains(parts.path), (1...65_535).contains(parts.port ?? 25)
        else { return nil }
        switch parts.scheme {
        case "smtps": (encryption, port) = (.implicit, parts.port ?? 465)
        case "smtp": (encryption, port) = (.startTLS, parts.port ?? 587)
        case "smtp+plain": (encryption, port) = (.none, parts.port ?? 25)
        default: return nil
        }
        self.host = host
        login = parts.user.map { Login(user: $0, password: "") }
    }
}
