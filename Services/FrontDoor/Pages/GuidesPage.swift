import HTTP

/// The guides, each with its sentence.
struct GuidesPage {
    var guides: [SitePage]
    var missing: [String]

    var page: Page {
        let items: [HTML] = guides.map { "<li><a href=\"\($0.path)\"><strong>\($0.title)</strong></a><br>\($0.summary)</li>\n" }
        return Page(
            title: "Guides",
            content: """
                <h1>Guides</h1>
                \(MissingNote(missing: missing).html)
                <ul>\(items)</ul>
                <h2>References</h2>
                <ul>
                <li><a href="/docs/api"><strong>API</strong></a>: every operation, to be tried in the browser; as a file: <a href="/openapi.yaml">openapi.yaml</a></li>
                <li><a href="/docs/events"><strong>Events</strong></a>: every event with its fields; as a file: <a href="/asyncapi.yaml">asyncapi.yaml</a></li>
                <li><a href="/problems"><strong>Problems</strong></a>: what an error means, and what to do</li>
                <li><a href="/glossary"><strong>Glossary</strong></a>: one name for each thing</li>
                <li><a href="/changelog"><strong>Changelog</strong></a>: what is new, and what will end</li>
                </ul>
                """)
    }
}

/// A rendered page, with its chapters at the top.
struct GuidePage {
    private static let fewest = 4

    var page: Page {
        let chapters = guide.sections.filter(\.isChapter)
        let links: [HTML] = chapters.map { "<li><a href=\"#\($0.id)\">\($0.title)</a></li>\n" }
        let contents: HTML? = chapters.count < Self.fewest ? nil : "<nav aria-label=\"Chapters\"><ul class=\"chapters\">\(links)</ul></nav>"
        let heading: HTML = "<h1>\(guide.title)</h1>"
        return Page(title: guide.title, content: "\(heading)\(contents)\(HTML(trusted: guide.content))")
    }

    private let guide: SitePage

    init(page: SitePage) { guide = page }
}
