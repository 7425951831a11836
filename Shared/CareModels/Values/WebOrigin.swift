import Foundation

/// Where a page comes from, as a browser spells it in `Origin` (RFC 6454, section 6.2): scheme, host and port in lower case, without the port that
/// the scheme has anyway.
public enum WebOrigin {
    /// Of an address of the web; nil for one that has none, such as an app's own scheme.
    public static func of(_ address: String) -> String? { parts(address).flatMap { spelled($0) } }

    /// When `text` is an origin and no more: no path, query, fragment or user.
    public static func exactly(_ text: String) -> String? {
        guard let parts = parts(text), ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil, parts.user == nil else { return nil }
        return spelled(parts)
    }

    private static func parts(_ text: String) -> URLComponents? {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return URLComponents(string: text.lowercased())
    }

    /// Letters, digits, what stands between them, and an IPv6 address's own: no place-holder.
    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): true
        default: false
        }
    }

    private static func spelled(_ parts: URLComponents) -> String? {
        guard let scheme = parts.scheme, let host = parts.encodedHost, !host.isEmpty, host.utf8.allSatisfy(isOfHost) else { return nil }
        guard let usual = ["http": 80, "https": 443][scheme] else { return nil }
        let port = parts.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
        let isBareIPv6 = host.contains(":") && !host.hasPrefix("[")
        return "\(scheme)://" + (isBareIPv6 ? "[\(host)]" : host) + port
    }
}
