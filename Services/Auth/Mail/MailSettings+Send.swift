import Fetch

extension MailSettings.Outlet {
    func send(_ message: MailMessage) async throws(MailFailure) {
        switch self {
        case .server(let server): try await server.send(message)
        case .folder(let path): try MailFolder(path: path).keep(message)
        case .none: throw MailFailure(label: "there is no mail server")
        }
    }
}

extension SMTPServer {
    fileprivate func send(_ message: MailMessage) async throws(MailFailure) {
        let sender = message.sender.address
        var delivery = MailDelivery(host: host, port: port, encryption: encryption, name: sender.domain)
        delivery.login = login.map { ($0.user, $0.password) }
        delivery.authorities = authorities
        do {
            try await delivery.send(message.bytes, from: sender.text, to: message.mail.address.text)
        } catch {
            throw MailFailure(error)
        }
    }
}

extension MailFailure {
    fileprivate init(_ failure: MailDelivery.Failure) {
        switch failure {
        case .refused(let code): self.init(label: "refused with \(code)", isRefused: true)
        case .putOff(let code): self.init(label: "put off with \(code)")
        case .notLoggedIn: self.init(label: "login refused")
        case .untrusted: self.init(label: "certificate not trusted, or no encryption")
        case .unreachable: self.init(label: "the mail server is not reached")
        case .deadline: self.init(label: "the mail server took too long")
        case .broken(let number): self.init(label: "curl \(number)")
        }
    }
}
