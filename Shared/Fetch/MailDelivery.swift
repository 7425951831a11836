import CCurl
import Foundation

/// A mail to one receiver, handed to a mail server (RFC 5321) by libcurl, which speaks STARTTLS and logs in. Certificates are checked always.
package struct MailDelivery: Sendable {
    package enum Failure: Error, Equatable, Sendable {
        /// 5…: the server will not take this mail, however often it is asked.
        case refused(Int)
        /// 4…: not now.
        case putOff(Int)
        /// The user or the password, or the server knows no way to log in.
        case notLoggedIn
        /// The server's certificate is not one that we trust for its name, or it knows no encryption.
        case untrusted
        /// Its name is not known, or it does not answer.
        case unreachable
        case deadline
        /// The dialogue ended early, by curl's number.
        case broken(Int)
    }

    package enum Encryption: Sendable {
        case implicit
        /// Nothing else is said before STARTTLS has succeeded.
        case startTLS
        case none
    }

    package var host: String
    package var port: Int
    package var encryption: Encryption
    package var login: (user: String, password: String)?
    /// A file of certificates in PEM that are trusted in place of the system's.
    package var authorities: String?
    /// From the call to the server's last answer.
    package var deadline: Duration = .seconds(15)
    /// By what name we greet the server.
    package var name: String

    package init(host: String, port: Int, encryption: Encryption, name: String) {
        self.host = host
        self.port = port
        self.encryption = encryption
        self.name = name
    }

    /// Returns when the server has taken it. On a thread of its own, since curl waits for every answer: for some at a time.
    package func send(_ message: [UInt8], from sender: String, to receiver: String) async throws(Failure) {
        let result: Result<Void, Failure> = await withCheckedContinuation { waiting in
            Thread.detachNewThread { waiting.resume(returning: MailTransfer(self, message).perform(from: sender, to: receiver)) }
        }
        try result.get()
    }
}

/// One delivery, on the thread that makes it.
private final class MailTransfer {
    private let delivery: MailDelivery
    private let message: [UInt8]
    private var sent = 0

    init(_ delivery: MailDelivery, _ message: [UInt8]) {
        self.delivery = delivery
        self.message = message
    }

    func perform(from sender: String, to receiver: String) -> Result<Void, MailDelivery.Failure> {
        Transfer.startCurl()
        guard let easy = curl_easy_init() else { preconditionFailure("curl has no memory for a transfer") }
        defer { curl_easy_cleanup(easy) }
        let receivers = curl_slist_append(nil, receiver)
        defer { curl_slist_free_all(receivers) }
        setServer(easy)
        care_curl_set_text(easy, CURLOPT_MAIL_FROM, sender)
        care_curl_set_list(easy, CURLOPT_MAIL_RCPT, receivers)
        care_curl_set_number(easy, CURLOPT_UPLOAD, 1)
        care_curl_set_source(easy, { bytes, size, count, context in MailTransfer.of(context).give(bytes, most: size * count) }, Unmanaged.passUnretained(self).toOpaque())
        // What the server says is not ours to print.
        care_curl_set_sinks(easy, { _, size, count, _ in size * count }, { _, size, count, _ in size * count }, nil)
        return withExtendedLifetime(self) { outcome(curl_easy_perform(easy), status: care_curl_status(easy)) }
    }

    private func setServer(_ easy: UnsafeMutableRawPointer) {
        let scheme = delivery.encryption == .implicit ? "smtps" : "smtp"
        care_curl_set_number(easy, CURLOPT_NOSIGNAL, 1)
        care_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, scheme)
        // What stands in the path is what curl greets with.
        let host = delivery.host.contains(":") && !delivery.host.hasPrefix("[") ? "[\(delivery.host)]" : delivery.host
        care_curl_set_text(easy, CURLOPT_URL, "\(scheme)://\(host):\(delivery.port)/\(delivery.name)")
        care_curl_set_text(easy, CURLOPT_PROXY, "")
        care_curl_set_number(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        care_curl_set_number(easy, CURLOPT_USE_SSL, delivery.encryption == .none ? Int(CURLUSESSL_NONE) : Int(CURLUSESSL_ALL))
        care_curl_set_number(easy, CURLOPT_TIMEOUT_MS, max(1, Int(delivery.deadline / .milliseconds(1))))
        if let authorities = delivery.authorities {
            care_curl_set_text(easy, CURLOPT_CAINFO, authorities)
            // Debian's curl has the system's as a folder.
            care_curl_set_text(easy, CURLOPT_CAPATH, nil)
        }
        if let login = delivery.login {
            care_curl_set_text(easy, CURLOPT_USERNAME, login.user)
            care_curl_set_text(easy, CURLOPT_PASSWORD, login.password)
        }
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> MailTransfer {
        guard let context else { preconditionFailure("curl was given a context") }
        return Unmanaged<MailTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    private func give(_ place: UnsafeMutablePointer<CChar>?, most: Int) -> Int {
        guard let place else { return 0 }
        let count = min(most, message.count - sent)
        place.withMemoryRebound(to: UInt8.self, capacity: most) { $0.update(from: Array(message[sent..<sent + count]), count: count) }
        sent += count
        return count
    }

    private func outcome(_ code: CURLcode, status: Int) -> Result<Void, MailDelivery.Failure> {
        switch code {
        case CURLE_OK: .success(())
        case CURLE_LOGIN_DENIED: .failure(.notLoggedIn)
        case CURLE_USE_SSL_FAILED, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR: .failure(.untrusted)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT: .failure(.unreachable)
        case CURLE_OPERATION_TIMEDOUT: .failure(.deadline)
        default:
            switch status {
            case 500...599: .failure(.refused(status))
            case 400...499: .failure(.putOff(status))
            default: .failure(.broken(Int(code.rawValue)))
            }
        }
    }
}
