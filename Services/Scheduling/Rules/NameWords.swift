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

    static func typed(_ text: String) -> [String] {
        SearchText.fold(text).split(separator: " ").map { String($0.unicodeScalars.prefix(longest)) }
    }
}
