import CareModels
import HTTP

/// Where a person who has typed their password shows their second factor.
struct SecondFactorPage {
    var clientName: String
    /// Of the login that is to be ended; nil when somebody is logged in, and the app wants more.
    var login: String?
    var hasPasskey = false
    var alert: Text?
    var form: FormContext

    var page: Page {
        let pending: HTML? = login.map { "<input type=\"hidden\" name=\"login\" value=\"\($0)\">" }
        return Page(
            title: "Enter your code",
            content: """
                <h1>\(text: "Enter your code")</h1>
                <p class="soft">\(text: "to continue to \(clientName)")</p>
                \(Page.alert(alert))
                <form method="post" action="/oauth/login/code">
                \(form.hidden)\(pending)
                \(Field.secondFactor(isFocused: true).html)<button type="submit">\(text: "Go on")</button>
                \(hasPasskey ? PasskeyPage.button("Use a passkey") : nil)
                </form>
                <p class="hint below">\(text: "Neither your app nor a recovery code at hand? Ask who runs this platform: they can take the second factor away once they know that it is you.")</p>
                """)
    }
}

extension Field {
    /// Where the code of a second factor is typed.
    static func secondFactor(fault: Text? = nil, isFocused: Bool = false) -> Field {
        Field(
            name: "code", label: "Code", autocomplete: "one-time-code", hint: "Of your authenticator app, or one of your recovery codes", fault: fault,
            isFocused: isFocused, most: 40)
    }
}
