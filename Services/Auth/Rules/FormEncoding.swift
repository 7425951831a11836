import CareModels
import Foundation

/// `application/x-www-form-urlencoded`, kept as pairs so that a parameter that is sent twice is seen (RFC 6749, 3.1).
enum FormEncoding {
    typealias Pair = (name: String, value: String)

    private static let mostPairs = 256

    /// Cut at the bytes, as the kit cuts a form: an ampersand with an accent on it is another character.
    static func pairs(_ text: String) -> [Pair] {
        // What is more stays with the last, which nobody takes then.
        text.utf8.split(separator: UInt8(ascii: "&"), maxSplits: mostPairs).map { part in
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false).map(Substring.init)
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
        if isPlain(text.utf8) { return String(text) }
        let spaced = String(decoding: text.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
        // Within one field of a form there may be as many marks as it is long.
        let decoded = CombiningMarks.bounded(spaced.removingPercentEncoding ?? spaced)
        guard decoded.utf8.contains(0) else { return decoded }
        // PostgreSQL's text holds no NUL.
        return String(String.UnicodeScalarView(decoded.unicodeScalars.map { $0 == "\u{0}" ? "\u{FFFD}" : $0 }))
    }

    /// Stands for itself, as nearly all that apps send.
    private static func isPlain(_ text: some Sequence<UInt8>) -> Bool {
        text.withContiguousStorageIfAvailable { $0.allSatisfy { (1..<0x80).contains($0) && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "%") } } ?? false
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
