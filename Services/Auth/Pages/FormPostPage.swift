import CareModels
import HTTP

/// Brings an answer to the app in a form (OAuth 2.0 Form Post Response Mode): sent at once by the one script that we have, or by the button.
struct FormPostPage {
    private static let script = "document.forms[0].submit()"
    private static let scriptSource = PagePolicy.source(of: script)

    var address: String
    var fields: [FormEncoding.Pair]

    var page: Page {
        let inputs = fields.map { field -> HTML in "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(field.value)\">\n" }
        return Page(
            title: "Back to the app",
            content: """
                <h1>\(text: "Back to the app")</h1>
                <form method="post" action="\(address)">
                \(inputs)<button type="submit">\(text: "Go on")</button>
                </form>
                <script>\(HTML(trusted: Self.script))</script>
                """)
    }

    func response(in language: Language) -> Response {
        page.response(in: language, formTarget: RedirectURI.source(address), scriptSource: Self.scriptSource)
    }
}
