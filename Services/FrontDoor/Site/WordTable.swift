import Foundation

/// Every word of some texts and their titles once, in order, and where it stands: whoever asks looks at the words that begin as theirs do, and not at all texts. Anybody may
/// ask, as often as the gateway lets them.
struct WordTable: Sendable {
    struct Found: Equatable, Sendable {
        /// Its number among the texts.
        var text: Int
        /// 100 for each word that is in the title, and 1 for each time that it is in the text, up to 20.
        var score: Int
        /// Which word of the text, from 0 and between white space, is the first of those that were looked for.
        var first: Int
    }

    /// A word in one text.
    private struct Place: Sendable {
        var text: Int
        var count = 0
        var first = Int.max
        var isInTitle = false
    }

    private let words: [String]
    /// Of each word, in the order of the texts.
    private let places: [[Place]]
    private let count: Int

    init(_ texts: [(title: String, text: String)]) {
        var numbers: [String: Int] = [:]
        var known: [(word: String, places: [Place])] = []
        func note(_ word: String, in text: Int, _ change: (inout Place) -> Void) {
            let number = numbers[word] ?? known.count
            if number == known.count {
                numbers[word] = number
                known.append((word, []))
            }
            if known[number].places.last?.text != text { known[number].places.append(Place(text: text)) }
            change(&known[number].places[known[number].places.count - 1])
        }
        for (number, text) in texts.enumerated() {
            for word in Self.words(text.title) { note(word, in: number) { $0.isInTitle = true } }
            for (index, part) in Self.folded(text.text).split(whereSeparator: \.isWhitespace).enumerated() {
                for word in Self.parts(part) {
                    note(word, in: number) { place in
                        place.count += 1
                        place.first = min(place.first, index)
                    }
                }
            }
        }
        known.sort { $0.word.utf8.lexicographicallyPrecedes($1.word.utf8) }
        (words, places, count) = (known.map(\.word), known.map(\.places), texts.count)
    }

    /// The texts in which each of these begins a word, in their order; none when none is given. `looked`: at so many words and places.
    func find(_ wanted: some Sequence<String>) -> (texts: [Found], looked: Int) {
        let wanted = Set(wanted)
        guard !wanted.isEmpty else { return ([], 0) }
        var found: [Found?] = (0..<count).map { Found(text: $0, score: 0, first: .max) }
        var looked = 0
        for word in wanted {
            var sums = [Place?](repeating: nil, count: count)
            for index in range(of: word, &looked) {
                looked += places[index].count
                for place in places[index] {
                    var sum = sums[place.text] ?? Place(text: place.text)
                    sum.count += place.count
                    sum.first = min(sum.first, place.first)
                    sum.isInTitle = sum.isInTitle || place.isInTitle
                    sums[place.text] = sum
                }
            }
            for text in found.indices {
                guard let known = found[text] else { continue }
                found[text] = sums[text].map { sum in
                    Found(text: text, score: known.score + (sum.isInTitle ? 100 : 0) + min(sum.count, 20), first: min(known.first, sum.first))
                }
            }
        }
        let texts = found.compactMap { $0 }.map { Found(text: $0.text, score: $0.score, first: $0.first == .max ? 0 : $0.first) }
        return (texts, looked)
    }

    /// Of the words that begin so.
    private func range(of beginning: String, _ looked: inout Int) -> Range<Int> {
        var (low, high) = (0, words.count)
        while low < high {
            looked += 1
            let middle = (low + high) / 2
            if words[middle].utf8.lexicographicallyPrecedes(beginning.utf8) { low = middle + 1 } else { high = middle }
        }
        var end = low
        while end < words.count, words[end].utf8.starts(with: beginning.utf8) { end += 1 }
        looked += end - low
        return low..<end
    }

    /// Without case and accents. A word is also its parts: `CARE_TLS_CERT` is found by `tls`.
    static func words(_ text: String) -> [String] { parts(folded(text)) }

    private static func folded(_ text: String) -> String { text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }

    private static func parts(_ text: some StringProtocol) -> [String] { text.split { !$0.isLetter && !$0.isNumber }.map { String($0) } }
}
