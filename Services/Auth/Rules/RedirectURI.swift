import CareModels
import Foundation

/// Redirect addresses: compared exactly (RFC 9700, 2.1), byte by byte, but for the port of a loopback address, which a native app is
/// given by its system at the moment of the request (RFC 8252, 7.3).
enum RedirectURI {
    static func matches(_ requested: String, registered: [String]) -> Bool {
        registered.contains { $0.utf8.elementsEqual(requested.utf8) || sameLoopback(requested, $0) }
    }

    /// Absolute, without fragment, and without the star that elsewhere stands for anything; https, http on a loopback address, or a private-use scheme with a dot (RFC 8252, 7.1).
    static func isRegistrable(_ text: String) -> Bool {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "*") }) else { return false }
        guard let parts = URLComponents(string: text), parts.fragment == nil, parts.user == nil else { return false }
        guard parts.port.map({ (1...65535).contains($0) }) ?? true else { return false }
        switch parts.scheme {
        case "https": return parts.host?.isEmpty == false
        case "http": return isOfThisDevice(parts)
        case let scheme?: return scheme.contains(".")
        case nil: return false
        }
    }

    /// Whether any program on the device can receive it: then consent is asked each time (RFC 8252, 8.6).
    static func isUnproven(_ text: String) -> Bool { !text.hasPrefix("https://") }

    /// What `form-action` of a Content Security Policy must allow, since browsers hold a form's redirects to it.
    static func source(_ text: String) -> String? {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme else { return nil }
        guard scheme == "https" || scheme == "http" else { return scheme + ":" }
        guard let host = parts.percentEncodedHost else { return nil }
        return "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
    }

    /// What a person is told of where the answer goes.
    static func destination(_ text: String) -> String {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme else { return text }
        guard scheme == "https" || scheme == "http" else { return "the app \(scheme)" }
        return isOfThisDevice(parts) ? "an app on this device" : parts.host ?? text
    }

    /// The address with more query parameters, each value percent-encoded.
    static func adding(_ parameters: [(name: String, value: String)], to address: String) -> String {
        if parameters.isEmpty { return address }
        let query = parameters.map { "\($0.name)=\(FormEncoding.encode($0.value))" }.joined(separator: "&")
        return address + (address.contains("?") ? (address.hasSuffix("?") ? "" : "&") : "?") + query
    }

    private static func sameLoopback(_ requested: String, _ registered: String) -> Bool {
        guard let left = loopback(requested), let right = loopback(registered) else { return false }
        return left.host == right.host && left.rest.elementsEqual(right.rest)
    }

    /// The host of an http address on this device, and what follows its port; nil for any other.
    private static func loopback(_ text: String) -> (host: String, rest: Substring.UTF8View)? {
        for host in ["http://127.0.0.1", "http://[::1]"] where text.utf8.starts(with: host.utf8) {
            var rest = text.utf8.dropFirst(host.utf8.count)
            if rest.first == UInt8(ascii: ":") {
                let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                guard let port = UInt16(String(Substring(digits))), port > 0 else { return nil }
                rest = rest.dropFirst(1 + digits.count)
            }
            let isWhole = rest.isEmpty || rest.first == UInt8(ascii: "/") || rest.first == UInt8(ascii: "?")
            return isWhole ? (host, rest) : nil
        }
        return nil
    }

    /// Whether it leads to a program on the device, by http.
    static func isOfThisDevice(_ text: String) -> Bool { URLComponents(string: text).map(isOfThisDevice) ?? false }

    private static func isOfThisDevice(_ parts: URLComponents) -> Bool { parts.scheme == "http" && parts.host.map { IPAddress.isThisMachine($0) } ?? false }
}
