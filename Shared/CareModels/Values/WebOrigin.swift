import Foundation

/// Where a page comes from, as a browser spells it in `Origin` (RFC 6454, section 6.2): scheme, host and port in lower case, without the port that
/// the scheme has anyway.
public enum WebOrigin {
    /// Of an address of the web; nil for one that has none, such as an app's own scheme.
    public static func of(_ address: String) -> String? { parts(address).flatMap(spelled) }

    /// When `text` is an origin and no more: no path, query, fragment or user.
    public static func exactly(_ text: String) -> String? {
        guard let parts = parts(text), ["", "/"].contains(parts.rest), !parts.hasUser else { return nil }
        return spelled(parts)
    }

    private struct Parts {
        var scheme: String
        var host: String
        var port: Int?
        var hasUser: Bool
        var rest: String
    }

    /// Taken apart where RFC 3986 does (section 3), the host as it is written: `URLComponents` shows those of other scripts decoded.
    private static func parts(_ text: String) -> Parts? {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let scheme = URLComponents(string: text)?.scheme else {
            return nil
        }
        let after = text.dropFirst(scheme.count)
        guard after.hasPrefix("://") else { return nil }
        let authority = after.dropFirst(3).prefix { !"/?#".contains($0) }
        let host = authority[(authority.lastIndex(of: "@").map { authority.index(after: $0) } ?? authority.startIndex)...]
        // An IPv6 address has colons of its own.
        let colon = host.lastIndex(of: ":").flatMap { host[$0...].contains("]") ? nil : $0 } ?? host.endIndex
        let digits = host[colon...].dropFirst()
        let port = UInt16(digits)
        // A colon and nothing behind it means the scheme's own.
        guard port != nil || digits.isEmpty else { return nil }
        return Parts(
            scheme: scheme.lowercased(), host: host[..<colon].lowercased(), port: port.map(Int.init), hasUser: authority.contains("@"),
            rest: String(after.dropFirst(3 + authority.count)))
    }

    /// Letters, digits, what stands between them, and an IPv6 address's own: no place-holder.
    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): true
        default: false
        }
    }

    private static func spelled(_ parts: Parts) -> String? {
        guard !parts.host.isEmpty, parts.host.utf8.allSatisfy(isOfHost), let usual = ["http": 80, "https": 443][parts.scheme] else { return nil }
        return "\(parts.scheme)://\(parts.host)" + (parts.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? "")
    }
}
