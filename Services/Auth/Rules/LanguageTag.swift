/// The tag of a language that a person reads (BCP 47: RFC 5646, 2.1): language, script, region and variants. Extensions and private use say nothing that others
/// could act on, and are refused.
enum LanguageTag {
    /// Of one tag; RFC 5646, 4.4.1.
    static let longest = 35

    /// In the letters' usual cases (2.1.1); nil when malformed.
    static func normalize(_ text: String) -> String? {
        guard text.utf8.count <= longest, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var rest = text.split(separator: "-", omittingEmptySubsequences: false).map { $0.lowercased() }[...]
        guard let language = rest.popFirst(), isLetters(language), [2, 3, 5, 6, 7, 8].contains(language.count) else { return nil }
        var parts = [language]
        if let script = rest.first, script.count == 4, isLetters(script) {
            parts.append(script.prefix(1).uppercased() + script.dropFirst())
            rest.removeFirst()
        }
        if let region = rest.first, region.count == 2 && isLetters(region) || region.count == 3 && region.allSatisfy(\.isNumber) {
            parts.append(region.uppercased())
            rest.removeFirst()
        }
        guard rest.allSatisfy(isVariant), Set(rest).count == rest.count else { return nil }
        return (parts + rest).joined(separator: "-")
    }

    private static func isLetters(_ text: String) -> Bool { text.allSatisfy(\.isLetter) }

    private static func isVariant(_ text: String) -> Bool {
        guard text.allSatisfy({ $0.isLetter || $0.isNumber }) else { return false }
        return (5...8).contains(text.count) || text.count == 4 && text.first?.isNumber == true
    }
}
