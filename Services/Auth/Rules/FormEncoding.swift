import CareModels
import Foundation

/// `application/x-www-form-urlencoded`, kept as pairs so that a parameter that is sent twice is seen (RFC 6749, 3.1): read as the kit reads every form and query.
enum FormEncoding {
    typealias Pair = (name: String, value: String)

    /// Of what somebody has sent; throws for a broken escape, a NUL and more pairs than anybody needs.
    static func pairs(_ text: String) throws(PercentCoding.PairFault) -> [Pair] { try PercentCoding.list(text.utf8) }

    /// Of what was read before: a request that comes back from our own page or row. What is none any more is no request.
    static func again(_ text: String) -> [Pair] { (try? pairs(text)) ?? [] }

    static func encode(_ pairs: [Pair]) -> String {
        pairs.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
