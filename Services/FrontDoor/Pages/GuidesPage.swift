import CareModels
import HTTP

/// The guides, each with its sentence.
struct GuidesPage {
    var guides: [SitePage]
    var missing: [String]

    var page: Page {
        let items: [HTML] = guides.map { "<li lang=\"en\"><a href=\"\($0.path)\"><strong>\($0.title)</strong></a><br>\($0.summary)</li>\n" }
        return Page(
            title: "Guides",
            content: """
                <h1>\(text: "Guides")</h1>
                \(MissingNote(missing: missing).html)
                <p class="soft">\(text: "The guides are in English.")</p>
                <ul>\(items)</ul>
                <h2>\(text: "References")</h2>
                <ul>
                <li><a href="/docs/api"><strong>API</strong></a>: \(text: "every operation, to be tried in the browser; as a file:") <a href="/openapi.yaml">openapi.yaml</a></li>
                <li><a href="/docs/events"><strong>\(text: "Events")</strong></a>: \(text: "every event with its fields; as a file:") <a href="/asyncapi.yaml">asyncapi.yaml</a></li>
                <li><a href="/problems"><strong>\(text: "Problems")</strong></a>: \(text: "what an error means, and what to do")</li>
                <li><a href="/glossary"><strong>\(text: "Glossary")</strong></a>: \(text: "one name for each thing")</li>
                <li><a href="/changelog"><strong>\(text: "Changelog")</strong></a>: \(text: "what is new, and what will end")</li>
                </ul>
                """)
    }
}

/// A rendered page, with its chapters at the top. The guides are English, whatever frame they stand in.
struct GuidePage {
    private static let fewest = 4

    var page: Page {
        let chapters = guide.sections.filter(\.isChapter)
        let links: [HTML] = chapters.map { "<li><a href=\"#\($0.id)\">\($0.title)</a></li>\n" }
        let contents: HTML? = chapters.count < Self.fewest ? nil : "<nav aria-label=\"\(text: "Chapters")\"><ul class=\"chapters\">\(links)</ul></nav>"
        let heading: HTML = "<h1>\(guide.title)</h1>"
        return Page(title: Text(verbatim: guide.title), content: "<div lang=\"en\">\(heading)\(contents)\(HTML(trusted: guide.content))</div>")
    }

    private let guide: SitePage

    init(page: SitePage) { guide = page }
}
