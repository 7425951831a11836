import CareModels
import Foundation

/// Finds sections of the guides by words: all of them have to begin a word of the section or of its title.
struct SearchIndex: Sendable {
    struct Hit: Sendable, Equatable {
        /// With the section's anchor.
        var address: String
        /// Of the section; the page may have begun in another one.
        var language: Language
        var page: String
        var pageLanguage: Language
        var section: String
        /// The words around the first one found.
        var excerpt: String
    }

    static let mostWords = 8
    static let mostHits = 30

    private struct Entry: Sendable {
        var page: SitePage
        /// Who is shown the page.
        var readers: Set<Language>
        var section: SitePage.Section
        var title: [String]
        var words: [String]
    }

    private let entries: [Entry]

    init(_ pages: [SitePage]) {
        let written = Dictionary(grouping: pages, by: \.path).mapValues { Set($0.map(\.language)) }
        entries = pages.flatMap { page in
            let readers = Language.allCases.filter { $0 == page.language || (page.language == .english && written[page.path]?.contains($0) == false) }
            return page.sections.map { section in
                Entry(page: page, readers: Set(readers), section: section, title: Self.words(section.title), words: Self.words(section.text))
            }
        }
    }

    /// Of the pages as `reader` is shown them. The best first: those whose title has the words, then those that have them more often; as they stand in the guides otherwise.
    func hits(_ query: String, for reader: Language) -> [Hit] {
        let wanted = Array(Self.words(query).prefix(Self.mostWords))
        guard !wanted.isEmpty else { return [] }
        let found = entries.enumerated().compactMap { place, entry in
            entry.readers.contains(reader) ? Self.score(entry, wanted).map { (place: place, score: $0, entry: entry) } : nil
        }
        return found.sorted { ($1.score, $0.place) < ($0.score, $1.place) }.prefix(Self.mostHits).map { found in
            let (page, section) = (found.entry.page, found.entry.section)
            return Hit(
                address: section.id.isEmpty ? page.path : "\(page.path)#\(section.id)", language: section.language ?? page.language, page: page.title,
                pageLanguage: page.language, section: section.title,
                excerpt: Self.excerpt(section.text, wanted))
        }
    }

    private static func score(_ entry: Entry, _ wanted: [String]) -> Int? {
        var score = 0
        for word in wanted {
            let inTitle = entry.title.contains { $0.hasPrefix(word) }
            let count = entry.words.reduce(0) { $1.hasPrefix(word) ? $0 + 1 : $0 }
            guard inTitle || count > 0 else { return nil }
            score += (inTitle ? 100 : 0) + min(count, 20)
        }
        return score
    }

    /// Without case and accents. A word is also its parts: `CARE_TLS_CERT` is found by `tls`.
    static func words(_ text: String) -> [String] {
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func excerpt(_ text: String, _ wanted: [String]) -> String {
        let words = text.split(whereSeparator: \.isWhitespace)
        let first = words.firstIndex { word in Self.words(String(word)).contains { part in wanted.contains { part.hasPrefix($0) } } } ?? 0
        let from = max(0, first - 8)
        let excerpt = words[from..<min(words.count, from + 32)].joined(separator: " ")
        return (from > 0 ? "… " : "") + excerpt + (from + 32 < words.count ? " …" : "")
    }
}
