import CareModels
import HTTP

/// The guides, each with its sentence.
struct GuidesPage {
    var guides: [SitePage]
    var missing: [String]
    var reader: Language

    var page: Page {
        let items: [HTML] = guides.map { "<li lang=\"\($0.language.tag)\"><a href=\"\($0.path)\"><strong>\($0.title)</strong></a><br>\($0.summary)</li>\n" }
        return Page(
            title: "Guides",
            content: """
                <h1>\(text: "Guides")</h1>
                \(MissingNote(missing: missing).html)
                \(EnglishNote(text: "The guides are in English for the most part.", reader: reader).html)
                <ul>\(items)</ul>
                <h2>\(text: "References")</h2>
                <ul>
                <li><a href="/docs/api"><strong>API</strong></a> – \(text: "every operation, to be tried in the browser; as a file:") <a href="/openapi.yaml">openapi.yaml</a></li>
                <li><a href="/docs/operations"><strong>\(text: "Operations")</strong></a> – \(text: "a page for each: what it takes and answers, field by field")</li>
                <li><a href="/docs/events"><strong>\(text: "Events")</strong></a> – \(text: "every event with its fields; as a file:") <a href="/asyncapi.yaml">asyncapi.yaml</a></li>
                <li><a href="/docs/sdk/reference"><strong>CareClient</strong></a> – \(text: "every type of the client for apps in Swift, and what it does")</li>
                <li><a href="/problems"><strong>\(text: "Problems")</strong></a> – \(text: "what an error means, and what to do")</li>
                <li><a href="/glossary"><strong>\(text: "Glossary")</strong></a> – \(text: "one name for each thing")</li>
                <li><a href="/changelog"><strong>\(text: "Changelog")</strong></a> – \(text: "what is new, and what will end")</li>
                </ul>
                """)
    }
}

/// To who reads another language, in a line of theirs.
struct EnglishNote {
    var text: Text
    var reader: Language

    var html: HTML? { reader == .english ? nil : "<p class=\"soft\">\(text)</p>" }
}

/// A rendered page, with its chapters at the top. Most are English in any frame, or from some heading on, and say so (`lang`).
struct GuidePage {
    private static let fewest = 4

    let guide: SitePage
    let reader: Language

    var page: Page {
        let chapters = guide.sections.filter(\.isChapter)
        let links: [HTML] = chapters.map { "<li lang=\"\(($0.language ?? guide.language).tag)\"><a href=\"#\($0.id)\">\($0.title)</a></li>\n" }
        let contents: HTML? =
            chapters.count < Self.fewest
            ? nil : "<nav lang=\"\(reader.tag)\" aria-label=\"\(text: "Chapters")\"><ul class=\"chapters\">\(links)</ul></nav>"
        let note = guide.language == reader ? nil : EnglishNote(text: "This page is in English.", reader: reader).html
        return Page(
            title: Text(verbatim: guide.title), titleLanguage: guide.language,
            content: "\(note)<div lang=\"\(guide.language.tag)\"><h1>\(guide.title)</h1>\(contents)\(HTML(trusted: guide.content))</div>")
    }

    init(page: SitePage, reader: Language) { (guide, self.reader) = (page, reader) }
}
