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
    /// More than all that words can give.
    private static let called = 1_000_000

    private struct Entry: Sendable {
        let page: SitePage
        /// Who is shown the page.
        let readers: Set<Language>
        let section: SitePage.Section
        /// The page's, in lower case, where its first section is this one.
        private let names: (title: String, path: String)?

        init(_ page: SitePage, readers: Set<Language>, _ section: SitePage.Section) {
            (self.page, self.readers, self.section) = (page, readers, section)
            names = section.id.isEmpty ? (title: page.title.lowercased(), path: page.path.lowercased()) : nil
        }

        /// By its title, `POST /appointments`, or as its address ends, `bookAppointment`; `name` in lower case.
        func isCalled(_ name: String) -> Bool { names.map { $0.title == name || $0.path.hasSuffix("/" + name) } ?? false }
    }

    private let entries: [Entry]
    private let words: WordTable

    init(_ pages: [SitePage]) {
        let written = Dictionary(grouping: pages, by: \.path).mapValues { Set($0.map(\.language)) }
        let entries = pages.flatMap { page in
            let readers = Language.allCases.filter { $0 == page.language || (page.language == .english && written[page.path]?.contains($0) == false) }
            return page.sections.map { Entry(page, readers: Set(readers), $0) }
        }
        self.entries = entries
        words = WordTable(entries.map { ($0.section.title, $0.section.text) })
    }

    /// Of the pages as `reader` is shown them. The best first: the page that is called so, then those whose title has the words, then those that have them more
    /// often; as they stand in the guides otherwise.
    func hits(_ query: String, for reader: Language) -> [Hit] {
        let name = query.trimmingCharacters(in: .whitespaces).lowercased()
        var found = words.find(WordTable.words(query).prefix(Self.mostWords)).texts.filter { entries[$0.text].readers.contains(reader) }
        for index in found.indices where entries[found[index].text].isCalled(name) { found[index].score += Self.called }
        return found.sorted { ($1.score, $0.text) < ($0.score, $1.text) }.prefix(Self.mostHits).map { found in
            let (page, section) = (entries[found.text].page, entries[found.text].section)
            return Hit(
                address: section.id.isEmpty ? page.path : "\(page.path)#\(section.id)", language: section.language ?? page.language, page: page.title,
                pageLanguage: page.language, section: section.title, excerpt: Self.excerpt(section.text, around: found.first))
        }
    }

    /// The words of a text around the one at `first`.
    private static func excerpt(_ text: String, around first: Int) -> String {
        let from = max(0, first - 8)
        let words = text.split(maxSplits: from + 32, whereSeparator: \.isWhitespace)
        let excerpt = words[min(from, words.count)..<min(words.count, from + 32)].joined(separator: " ")
        return (from > 0 ? "… " : "") + excerpt + (from + 32 < words.count ? " …" : "")
    }
}
