import CareModels
import Foundation

/// Whom passkeys are for: the issuer's host, and the origin of its pages.
struct RelyingParty: Equatable, Sendable {
    /// The RP id.
    var id: String
    var origin: String

    /// Nil when its host is an address: browsers make no passkeys for these (WebAuthn, 5.1.2: a valid domain), nor on plain http. On a machine of one's own
    /// (`http://127.0.0.1:8080`) they do for `localhost`, under which the same pages are to be had.
    init?(issuer: String) {
        guard let parts = URLComponents(string: issuer), let scheme = parts.scheme?.lowercased(), var host = parts.host?.lowercased(), !host.isEmpty else { return nil }
        if let address = IPAddress(host.trimmingCharacters(in: ["[", "]"])) {
            guard address.isLoopback else { return nil }
            host = "localhost"
        }
        guard scheme == "https" || host == "localhost" else { return nil }
        let usual = scheme == "https" ? 443 : 80
        let port = parts.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
        (id, origin) = (host, "\(scheme)://\(host)\(port)")
    }

    var hash: [UInt8] { Secret.hash(id) }
}
