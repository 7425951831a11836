import Foundation

/// `application/x-www-form-urlencoded`, kept as pairs so that a parameter that is sent twice is seen (RFC 6749, 3.1).
enum FormEncoding {
    typealias Pair = (name: String, value: String)

    static func pairs(_ text: String) -> [Pair] {
        text.split(separator: "&").map { part in
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decode(halves[0]), halves.count > 1 ? decode(halves[1]) : "")
        }
    }

    static func encode(_ pairs: [Pair]) -> String {
        pairs.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    static func decode(_ text: some StringProtocol) -> String {
        let spaced = text.replacingOccurrences(of: "+", with: " ")
        let decoded = spaced.removingPercentEncoding ?? spaced
        // PostgreSQL's text holds no NUL.
        return decoded.replacingOccurrences(of: "\u{0}", with: "\u{FFFD}")
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
