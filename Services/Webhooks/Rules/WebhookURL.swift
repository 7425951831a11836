import CareModels
import Foundation

/// Where events are to be sent. What its name leads to is judged at each connection.
enum WebhookURL {
    static let longest = 2048

    static func check(_ text: String, _ field: String, within reach: Reach, _ checks: inout Checks) {
        guard text.utf8.count <= longest, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), let parts = URLComponents(string: text),
            let scheme = parts.scheme?.lowercased(), let host = parts.host, !host.isEmpty
        else {
            return checks.fail(field, "must be an https address of at most \(limit: longest) ASCII characters, such as https://hooks.example.org/careline")
        }
        let literal = IPAddress(host.trimmingCharacters(in: ["[", "]"]))
        checks.check(scheme == "https" || (scheme == "http" && IPAddress.isThisMachine(host)), field, "must be https; http is for this machine's own addresses alone")
        checks.check(parts.user == nil && parts.password == nil, field, "must not hold a user or a password; each request is signed instead")
        checks.check(parts.fragment == nil, field, "must not have a fragment")
        checks.check((1...65535).contains(parts.port ?? 443), field, "must have a port from 1 to \(limit: 65535), or none")
        if let literal {
            checks.check(reach.permits(literal, plain: scheme == "http"), field, "must be an address of the public internet, or one that the operator allows")
        }
    }
}
