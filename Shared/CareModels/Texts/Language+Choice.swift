extension Language {
    /// More ranges than these are not read.
    static let mostRanges = 32

    /// What the values of `Accept-Language` ask for, by lookup (RFC 4647, section 3.4; RFC 9110, section 12.5.4): of the languages that there are, the one with
    /// the greatest weight, the first of several. Our tags have one subtag each, so the first of a range decides: `fr-CH` is French. What cannot be read is passed
    /// over, and who asks for none of ours reads English.
    public static func preferred(by values: [String]) -> Language {
        var best: (language: Language, weight: Int)?
        let ranges = values.lazy.flatMap { $0.utf8.split(separator: UInt8(ascii: ","), maxSplits: mostRanges) }
        for range in ranges.prefix(mostRanges) {
            guard let wish = Wish(range), wish.weight > best?.weight ?? 0 else { continue }
            best = (wish.language, wish.weight)
        }
        return best?.language ?? .english
    }

    /// A range of a language that there is, with its weight in thousandths.
    private struct Wish {
        let language: Language
        let weight: Int

        init?(_ range: Substring.UTF8View) {
            let parts = range.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(Self.trimmed)
            guard let tag = parts.first, parts.count <= 2 else { return nil }
            let primary = Substring(tag.prefix { $0 != UInt8(ascii: "-") }).lowercased()
            guard let language = Language(rawValue: primary), let weight = parts.count == 2 ? Self.weight(parts[1]) : 1000 else { return nil }
            (self.language, self.weight) = (language, weight)
        }

        private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
            func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
            var rest = text.drop(while: isSpace)
            while let last = rest.last, isSpace(last) { rest = rest.dropLast() }
            return rest
        }

        /// `q=0.8` as 800: from 0 to 1, with three digits at most behind the point.
        private static func weight(_ parameter: Substring.UTF8View) -> Int? {
            let text = Substring(parameter).lowercased()
            guard text.hasPrefix("q=") else { return nil }
            let parts = text.dropFirst(2).split(separator: ".", omittingEmptySubsequences: false)
            guard let whole = parts.first, whole == "0" || whole == "1", parts.count <= 2 else { return nil }
            let digits = parts.count == 2 ? parts[1] : ""
            guard digits.utf8.count <= 3, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
            let weight = Int("\(whole)\(digits)" + String(repeating: "0", count: 3 - digits.utf8.count)) ?? 0
            return weight <= 1000 ? weight : nil
        }
    }
}
