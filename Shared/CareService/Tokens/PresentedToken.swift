import HTTP

/// An access token as a request's `Authorization` has it.
package enum PresentedToken: Equatable, Sendable {
    /// By itself (RFC 6750, section 2.1).
    case bearer(String)
    /// With a proof of the key that it is bound to (RFC 9449, section 7.1).
    case bound(String)

    package var text: String {
        switch self {
        case .bearer(let text), .bound(let text): text
        }
    }

    /// Nil when there is none, or more than one.
    package init?(_ headers: HTTPHeaders) {
        let values = headers["Authorization"]
        guard values.count == 1, let value = values.first, let space = value.utf8.firstIndex(of: 0x20) else { return nil }
        let token = value.utf8[space...].drop { $0 == 0x20 }
        guard !token.isEmpty else { return nil }
        switch value[..<space].lowercased() {
        case "bearer": self = .bearer(String(Substring(token)))
        case "dpop": self = .bound(String(Substring(token)))
        default: return nil
        }
    }
}
