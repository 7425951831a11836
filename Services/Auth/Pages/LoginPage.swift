import CareModels
import HTTP

/// Where a person logs in on the way to an app.
struct LoginPage {
    var clientName: String
    var username = ""
    var alert: Text?
    var form: FormContext
    var takesPasskeys = false

    var page: Page {
        let name = Field(
            name: "username", label: "Username", value: username, autocomplete: "username", isFocused: username.isEmpty, most: 64)
        let password = Field(
            name: "password", label: "Password", type: "password", autocomplete: "current-password", isFocused: !username.isEmpty)
        return Page(
            title: "Log in",
            content: """
                <h1>\(text: "Log in")</h1>
                <p class="soft">\(text: "to continue to \(clientName)")</p>
                \(Page.alert(alert))
                <form method="post" action="/oauth/login">
                \(form.hidden)
                \(name.html)\(password.html)<button type="submit">\(text: "Log in")</button>
                \(takesPasskeys ? PasskeyPage.button("Sign in with a passkey") : nil)
                </form>
                <p class="below"><a href="/account/reset">\(text: "Forgotten your password?")</a></p>
                <p class="below">\(text: "New to Careline?") <a href="/oauth/signup?\(form.request)">\(text: "Sign up")</a></p>
                """,
            address: { form.address("/oauth/authorize", in: $0) })
    }
}
