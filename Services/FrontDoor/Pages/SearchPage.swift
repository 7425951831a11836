import CareModels
import HTTP

/// What the guides say of some words.
struct SearchPage {
    var query: String
    var hits: [SearchIndex.Hit]
    var reader: Language

    var page: Page {
        let items: [HTML] = hits.map { hit in
            """
            <li lang="\(hit.language.tag)"><a href="\(hit.address)">\(hit.section)</a> <span class="soft" lang="\(hit.pageLanguage.tag)">– \(hit.page)</span><br>\(hit.excerpt)</li>

            """
        }
        let note = EnglishNote(text: "The guides are in English for the most part.", reader: reader).html
        return Page(title: "Search", content: "<h1>\(text: "Search")</h1>\n\(note)<p role=\"status\">\(count)</p>\n<ol>\(items)</ol>", query: query)
    }

    private var count: Text {
        if query.isEmpty { return "Give one word or more: sections that have all of them are found." }
        switch hits.count {
        case 0: return "Nothing in the guides has all of these words: \(query)"
        case 1: return "One section has: \(query)"
        case SearchIndex.mostHits: return "The first \(hits.count) sections that have: \(query)"
        default: return "\(hits.count) sections have: \(query)"
        }
    }
}

/// For people; programs hear a problem.
struct NotFoundPage {
    private static let ways: Text = """
        Begin at <a href="/">the first page</a>, look through <a href="/docs">the guides</a>, or search them above.
        """

    var page: Page {
        Page(
            title: "Nothing here",
            content: """
                <h1>\(text: "Nothing is at this address")</h1>
                <p>\(Self.ways)</p>
                """,
            path: "/")
    }
}
