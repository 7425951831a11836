/// What a name may have been meant to be, where only the type that was to be read knows its names, and tells of each whether it is one: synthesised coding keys
/// cannot be listed.
enum Respelling {
    /// In letters. Each is tried in several hundred spellings.
    private static let longest = 40
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz")

    /// The first of those one slip away from `name` that `isKnown`: another convention's spelling, another case, two letters swapped, one too many, missing, or
    /// another. Nil for what is no name of letters, digits, `_` and `-`.
    static func find(_ name: String, where isKnown: (String) -> Bool) -> String? {
        let letters = Array(name)
        guard (2...longest).contains(letters.count), letters.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }) else { return nil }
        for joined in conventions(letters) where isKnown(String(joined)) { return String(joined) }
        return slip(from: conventions(letters)[0], where: isKnown)
    }

    /// `start_time` and `StartTime` as `startTime`, `providerID` as `providerId`.
    private static func conventions(_ letters: [Character]) -> [[Character]] {
        var joined: [Character] = []
        var isNext = false
        for letter in letters {
            if letter == "_" || letter == "-" {
                isNext = !joined.isEmpty
            } else {
                joined.append(isNext ? Character(letter.uppercased()) : letter)
                isNext = false
            }
        }
        guard let first = joined.first else { return [letters] }
        var camel = joined
        camel[0] = Character(first.lowercased())
        var acronyms = camel
        for index in camel.indices.dropFirst() where camel[index - 1].isUppercase { acronyms[index] = Character(camel[index].lowercased()) }
        return [camel, acronyms]
    }

    private static func slip(from letters: [Character], where isKnown: (String) -> Bool) -> String? {
        func tried(_ index: Int, _ length: Int, _ instead: [Character]) -> String? {
            var spelled = letters
            spelled.replaceSubrange(index..<index + length, with: instead)
            return isKnown(String(spelled)) ? String(spelled) : nil
        }
        for (index, letter) in letters.enumerated() {
            let flipped = Character(letter.isUppercase ? letter.lowercased() : letter.uppercased())
            if let found = tried(index, 1, [flipped]) ?? tried(index, 1, []) { return found }
            if index + 1 < letters.count, let found = tried(index, 2, [letters[index + 1], letter]) { return found }
        }
        for index in 0...letters.count {
            for letter in alphabet {
                if let found = tried(index, 0, [letter]) { return found }
                if index < letters.count, let found = tried(index, 1, [letter]) { return found }
            }
        }
        return nil
    }
}
