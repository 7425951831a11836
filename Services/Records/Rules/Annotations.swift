import Foundation
import JSON

/// Words that an app lays beside a record to find it again: lower-cased, composed (NFC), trimmed, never empty, each once.
struct Annotations: Equatable, Sendable {
    static let most = 50
    /// Characters of Unicode, not what a reader sees as one: of those, one may be thousands.
    static let longest = 100
    /// Of `header`, in bytes: answers carry it in their head, which is bounded.
    static let longestHeader = 8 << 10
    /// As a client writes it, with escapes that are not needed and words that are the same: in an entry of a bundle nothing else bounds it.
    static let longestSent = 4 * longestHeader

    enum Refusal: Error, Equatable { case empty, tooLong, tooMany, tooLarge, character }

    let words: [String]

    static let none = Annotations(sorted: [])

    init(_ texts: [String]) throws(Refusal) {
        var words: Set<String> = []
        for text in texts {
            words.insert(try Self.word(text))
            guard words.count <= Self.most else { throw .tooMany }
        }
        self.words = words.sorted()
        guard header.utf8.count <= Self.longestHeader else { throw .tooLarge }
    }

    private init(sorted words: [String]) { self.words = words }

    /// As they were stored.
    init(stored words: [String]) { self.words = words }

    /// A header's value: words with commas between, percent-encoded UTF-8. An empty value takes all annotations away.
    init(header: String) throws(Refusal) {
        guard header.utf8.count <= Self.longestSent else { throw .tooLarge }
        guard !header.allSatisfy(\.isWhitespace) else {
            self = .none
            return
        }
        guard header.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }) else { throw .character }
        var texts: [String] = []
        for part in header.split(separator: ",", omittingEmptySubsequences: false) {
            Looks.add()
            guard let text = String(part).removingPercentEncoding else { throw .character }
            texts.append(text)
        }
        try self.init(texts)
    }

    var header: String {
        words.map { $0.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? "" }.joined(separator: ", ")
    }

    private static let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789-._~:/ ")

    static func word(_ text: String) throws(Refusal) -> String {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        // Of a letter and its marks is made one, so that it may be somewhat longer before.
        guard trimmed.unicodeScalars.prefix(4 * longest + 1).count <= 4 * longest else { throw .tooLong }
        let word = trimmed.lowercased().precomposedStringWithCanonicalMapping
        guard !word.isEmpty else { throw .empty }
        guard word.unicodeScalars.count <= longest else { throw .tooLong }
        let isForbidden = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control || ",()".unicodeScalars.contains(scalar) }
        guard !word.unicodeScalars.contains(where: isForbidden) else { throw .character }
        return word
    }
}
