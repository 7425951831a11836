import CareModels

/// The words that a person is found by. What is typed finds whoever has, for each of its words, one that begins so.
enum NameWords {
    /// Unicode's scalars of a word; what follows is not looked at.
    static let longest = 60

    /// Of a full name: its words, folded; of one with signs within (`jean-pierre`, `o'neill`) also what begins behind each sign, and the
    /// word without them. A username is one word.
    static func of(fullName: String?, username: String?) -> [String] {
        var words = Set(typed(username ?? ""))
        for word in typed(fullName ?? "") {
            let parts = word.split { !$0.isLetter && !$0.isNumber }
            words.insert(word)
            for part in parts { words.insert(String(word[part.startIndex...])) }
            if !parts.isEmpty { words.insert(parts.joined()) }
        }
        return words.sorted()
    }

    /// So many words of what is asked are looked for: each is a range of the index.
    static let mostAsked = 10

    /// What to look for: each word once, none that the beginning of another says already; of very many the longest, which say most.
    static func asked(_ text: String) -> [String] {
        var kept: [String] = []
        // A word stands right before the first that begins with it.
        for word in Set(typed(text)).sorted(by: { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }) {
            if let last = kept.last, word.unicodeScalars.starts(with: last.unicodeScalars) { kept.removeLast() }
            kept.append(word)
        }
        return Array(kept.sorted { $0.unicodeScalars.count > $1.unicodeScalars.count }.prefix(mostAsked))
    }

    static func typed(_ text: String) -> [String] {
        SearchText.fold(text).split(separator: " ").map { String($0.unicodeScalars.prefix(longest)) }
    }
}
