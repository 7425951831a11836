import CareModels
import HTTP

/// Where the reference's files are, each with its fingerprint in the address.
struct ReferenceFiles {
    let script: String
    let style: String
    let redirect: String
    let initializer: String
    let contract: String

    /// Nil when the set-up could not fetch them.
    init?(_ site: Site) {
        func address(_ path: String) -> String? { site.files[path].map { "\(path)?v=\($0.tag)" } }
        guard let script = address("/site/swagger-ui.js"), let style = address("/site/swagger-ui.css"), let redirect = address("/site/oauth2-redirect.js"),
            let initializer = address("/site/reference.js"), let contract = address("/openapi.json")
        else { return nil }
        self.script = script
        self.style = style
        self.redirect = redirect
        self.initializer = initializer
        self.contract = contract
    }
}

/// The API reference. Without scripts it leads to what can be read without.
struct ReferencePage {
    var files: ReferenceFiles
    var client: String

    private static let lede: Text = """
        Every operation, with its fields, answers and errors. To try one: <b lang="en">Authorize</b>, choose <i>oauth</i>, log in, then \
        <b lang="en">Try it out</b>. Requests go to this platform. As a file: <a href="/openapi.yaml">openapi.yaml</a>. In words: \
        <a href="/docs/app-developers">the guide</a>.
        """

    var page: Page {
        Page(
            title: "API reference",
            content: """
                <h1>\(text: "API reference")</h1>
                <p>\(Self.lede)</p>
                <noscript><p class="note">\(text: "A script shows the fields and answers, and it does not run here; openapi.yaml has them too.") \
                <a href="/docs/operations">\(text: "The operations as a list take none.")</a></p></noscript>
                """,
            isWide: true, head: "<link rel=\"stylesheet\" href=\"\(files.style)\">",
            below: """
                <div id="reference" lang="en" data-contract="\(files.contract)" data-client="\(client)"></div>
                <script src="\(files.script)"></script>
                <script src="\(files.initializer)"></script>
                """,
            sources: PageSources(scripts: true))
    }
}

struct ReferenceMissingPage {
    var missing: [String]

    var page: Page {
        Page(
            title: "API reference",
            content: """
                <h1>\(text: "API reference")</h1>
                \(MissingNote(missing: missing).html)
                <p>\(Self.rest)</p>
                """)
    }

    private static let rest: Text = """
        What can be had all the same: <a href="/docs/operations">the operations as a list</a>, <a href="/openapi.yaml">openapi.yaml</a> for a tool of your own, \
        and <a href="/docs/app-developers">the guide for app developers</a>.
        """
}

struct LoginDonePage {
    var files: ReferenceFiles

    var page: Page {
        Page(
            title: "Logged in",
            content: """
                <h1>\(text: "Logged in")</h1>
                <p>\(text: "The reference has what it needs; this window may be closed.")</p>
                <script src="\(files.redirect)"></script>
                """,
            sources: PageSources(scripts: true))
    }
}
