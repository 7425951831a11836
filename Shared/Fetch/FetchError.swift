/// Why there is no response. The words are curl's: they may name the host, never the URL's path or query, a header or a body.
package enum FetchError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not a URL with a host, or a header, an address or a deadline that is none.
    case malformed(String)
    /// A URL or a redirect that is not https.
    case notOverTLS
    case unknownHost
    /// `mayConnect` refused the host's address.
    case addressRefused
    case unreachable(String)
    /// The server's certificate is not one that we trust for its name, or no encryption could be agreed on.
    case untrusted(String)
    case deadline
    case tooLarge(limit: Int)
    case tooManyRedirects(limit: Int)
    /// What came is not HTTP, or ended too early.
    case broken(String)

    package var description: String {
        switch self {
        case .malformed(let what): "\(what) is malformed"
        case .notOverTLS: "only https is allowed"
        case .unknownHost: "the host's name is not known"
        case .addressRefused: "the host's address must not be connected to"
        case .unreachable(let reason): "the server cannot be reached: \(reason)"
        case .untrusted(let reason): "the server's certificate is not trusted: \(reason)"
        case .deadline: "the server took too long"
        case .tooLarge(let limit): "the response is longer than \(limit) bytes"
        case .tooManyRedirects(let limit): "the server redirects more than \(limit) times"
        case .broken(let reason): "the response is broken: \(reason)"
        }
    }

    /// For logs that strangers' words have no place in.
    package var word: String {
        switch self {
        case .malformed, .notOverTLS: "badAddress"
        case .unknownHost: "unknownHost"
        case .addressRefused: "addressRefused"
        case .unreachable: "unreachable"
        case .untrusted: "tls"
        case .deadline: "deadline"
        case .tooLarge: "answerTooLarge"
        case .tooManyRedirects, .broken: "brokenOff"
        }
    }
}
