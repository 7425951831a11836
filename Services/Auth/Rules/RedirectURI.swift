import Foundation

/// Redirect addresses: compared exactly (RFC 9700, 2.1), but for the port of a loopback address, which a native app is
/// given by its system at the moment of the request (RFC 8252, 7.3).
enum RedirectURI {
    static func matches(_ requested: String, registered: [String]) -> Bool {
        registered.contains { $0 == requested || sameLoopback(requested, $0) }
    }

    /// Absolute, without fragment; https, http on a loopback address, or a private-use scheme with a dot (RFC 8252, 7.1).
    static func isRegistrable(_ text: String) -> Bool {
        guard text.utf8.count <= 2048, let parts = URLComponents(string: text), parts.fragment == nil, parts.user == nil else { return false }
        switch parts.scheme {
        case "https": return parts.host?.isEmpty == false
        case "http": return isLoopback(parts) || parts.host == "localhost"
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
        return isLoopback(parts) || parts.host == "localhost" ? "an app on this device" : parts.host ?? text
    }

    /// The address with more query parameters, each value percent-encoded.
    static func adding(_ parameters: [(name: String, value: String)], to address: String) -> String {
        let query = parameters.map { "\($0.name)=\(FormEncoding.encode($0.value))" }.joined(separator: "&")
        return address + (address.contains("?") ? (address.hasSuffix("?") ? "" : "&") : "?") + query
    }

    private static func sameLoopback(_ requested: String, _ registered: String) -> Bool {
        guard var left = URLComponents(string: requested), var right = URLComponents(string: registered) else { return false }
        guard isLoopback(left), isLoopback(right) else { return false }
        left.port = nil
        right.port = nil
        return left.string == right.string
    }

    private static func isLoopback(_ parts: URLComponents) -> Bool {
        parts.scheme == "http" && (parts.host == "127.0.0.1" || parts.host == "::1" || parts.host == "[::1]")
    }
}
