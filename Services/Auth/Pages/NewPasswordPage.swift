import CareModels
import HTTP

/// Where a person sets a new password, by a link that proves who they are.
struct NewPasswordPage {
    var token: String
    /// Whether that is ticked; nil: it is not offered.
    var takesBack: Bool?
    var fault: Text?
    var alert: Text?
    var form: FormContext

    private var choice: HTML? {
        guard let takesBack else { return nil }
        let checked: HTML? = takesBack ? " checked" : nil
        let days = Int(PasswordReset.takesBack / 86_400)
        let label: Text =
            "Somebody else was in my account: take away the passkeys, authenticator app and guardians of the last \(days, "day", "days"), and all recovery codes"
        return """
            <p><label class="choice"><input type="checkbox" name="takeBack" value="yes"\(checked)> \(label)</label></p>

            """
    }

    var page: Page {
        let password = Field(
            name: "password", label: "New password", type: "password", autocomplete: "new-password",
            hint: "12 characters or more; several unrelated words are good", fault: fault, isFocused: true)
        return Page(
            title: "Set a new password",
            content: """
                <h1>\(text: "Set a new password")</h1>
                <p class="soft">\(text: "You are then logged out everywhere.")</p>
                \(Page.alert(alert))
                <form method="post" action="/account/reset/password">
                \(form.hidden)
                <input type="hidden" name="token" value="\(token)">
                \(password.html)\(choice)<button type="submit">\(text: "Set the password")</button>
                </form>
                """)
    }
}
