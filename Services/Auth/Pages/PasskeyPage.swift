import CareModels
import HTTP
import JSON

/// Where a person shows a passkey, on the way to an app.
struct PasskeyPage {
    private let clientName: String
    private let options: String
    private let form: FormContext

    init(clientName: String, options: PasskeyRequestView, form: FormContext) throws {
        (self.clientName, self.form) = (clientName, form)
        self.options = String(decoding: try CareJSON.encode(options), as: UTF8.self)
    }

    var page: Page {
        Page(
            title: "Sign in with a passkey",
            content: """
                <h1>\(text: "Sign in with a passkey")</h1>
                <p class="soft">\(text: "to continue to \(clientName)")</p>
                \(Self.faultBox)
                <form id="passkey" method="post" action="/oauth/login/passkey/assertion" data-ceremony="get" data-options="\(options)">
                \(form.hidden)
                \(Self.credential)
                <button type="submit">\(text: "Use a passkey")</button>
                </form>
                <p class="below"><a href="/oauth/authorize?\(form.request)">\(text: "Sign in another way")</a></p>
                \(Self.script)
                """)
    }

    /// From another form's page.
    static func button(_ label: Text) -> HTML {
        "<p class=\"or\"><button type=\"submit\" class=\"second\" formaction=\"/oauth/login/passkey\" formnovalidate>\(label)</button></p>"
    }

    // What the script finds, wherever there is a passkey to be made or shown.

    static var credential: HTML { "<input type=\"hidden\" id=\"credential\" name=\"credential\" value=\"\">" }

    /// Shown by the script alone.
    static var faultBox: HTML {
        """
        <p class="alert" role="alert" id="fault" hidden>\(text: "Your device gave no passkey. Try again, or another way.")</p>
        <noscript><p class="alert">\(text: "Passkeys need JavaScript, which is switched off here.")</p></noscript>
        """
    }

    static var script: HTML { "<script>\(HTML(trusted: PasskeyScript.text))</script>" }
}
