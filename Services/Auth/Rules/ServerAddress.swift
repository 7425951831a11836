import CareModels
import Foundation

/// An address of a client's own server that we ask. What its name leads to is judged at each connection (`Reach`).
enum ServerAddress {
    static let longest = 2048

    /// https, or http on a loopback address, where the operator allows that network; without user and fragment.
    static func isRegistrable(_ text: String) -> Bool {
        guard text.utf8.count <= longest, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty else { return false }
        guard parts.fragment == nil, parts.user == nil, parts.password == nil, (1...65535).contains(parts.port ?? 443) else { return false }
        switch parts.scheme?.lowercased() {
        case "https": return true
        case "http": return IPAddress.isThisMachine(host)
        default: return false
        }
    }
}
