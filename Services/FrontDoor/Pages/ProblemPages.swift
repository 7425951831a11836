import CareModels
import HTTP

/// All types of problems, by status.
struct ProblemsPage {
    private static let lede: Text = """
        What is not done is answered with a problem (<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>). Its <code>type</code> is the address of one of \
        these pages and never changes: an app decides by it, not by the words. <code>requestId</code> is what an operator asks for.
        """

    var page: Page {
        let byStatus = Dictionary(grouping: ProblemType.allCases, by: \.status).sorted { $0.key < $1.key }
        let parts: [HTML] = byStatus.map { status, types in
            let items: [HTML] = types.sorted { $0.name < $1.name }.map { "<li><a href=\"/problems/\($0.name)\"><code>\($0.name)</code></a> – \($0.title)</li>\n" }
            return "<h2 id=\"status-\(status)\">\(status)</h2>\n<ul>\(items)</ul>\n"
        }
        return Page(
            title: "Problems",
            content: """
                <h1>\(text: "Problems")</h1>
                <p>\(Self.lede)</p>
                \(parts)
                """)
    }
}

/// What one means and what to do about it, with an example.
struct ProblemPage {
    var type: ProblemType
    var example: String
    var words: ProblemWords

    var page: Page {
        let members: [HTML] = type.members.map { "<dt><code>\($0.name)</code></dt><dd>\(words.meaning($0))</dd>\n" }
        let own: HTML? = members.isEmpty ? nil : "<h2>\(text: "What it holds besides")</h2>\n<dl>\(members)</dl>"
        let guide: HTML? = type.guide.map { "<p><a href=\"/docs/\($0)\">\(text: "Step by step, in the guide")</a></p>" }
        return Page(
            title: type.title,
            content: """
                <h1>\(type.title)</h1>
                <p class="soft"><code>\(type.name)</code>, \(text: "status \(type.status)")</p>
                <h2>\(text: "What it means")</h2>
                <p>\(words.meaning(type))</p>
                <h2>\(text: "What to do")</h2>
                <p>\(words.remedy(type))</p>
                \(guide)
                \(own)
                <h2>\(text: "An example")</h2>
                <pre tabindex="0"><code>\(example)</code></pre>
                <p><a href="/problems">\(text: "All problems")</a></p>
                """)
    }
}
