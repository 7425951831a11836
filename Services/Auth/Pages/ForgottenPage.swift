import HTTP

/// Where a person who has forgotten their password asks for a link.
struct ForgottenPage {
    var fault: String?
    var alert: String?
    var form: FormContext

    var page: Page {
        let alertBox: HTML? = alert.map { "<p class=\"alert\" role=\"alert\">\($0)</p>" }
        let account = Field(
            name: "account", label: "Username or e-mail", autocomplete: "username", fault: fault, isFocused: true, most: PasswordReset.longest)
        return Page(
            title: "Forgotten password",
            content: """
                <h1>Forgotten your password?</h1>
                <p class="soft">We send you a mail with a link to set a new one.</p>
                \(alertBox)
                <form method="post" action="/account/reset">
                \(form.hidden)
                \(account.html)<button type="submit">Send the link</button>
                </form>
                """)
    }
}
