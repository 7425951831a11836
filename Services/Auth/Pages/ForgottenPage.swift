import CareModels
import HTTP

/// Where a person who has forgotten their password asks for a link.
struct ForgottenPage {
    var typed = ""
    var fault: Text?
    var alert: Text?
    var form: FormContext

    var page: Page {
        let account = Field(
            name: "account", label: "Username or e-mail", value: typed, autocomplete: "username", fault: fault, isFocused: true, most: PasswordReset.longest)
        return Page(
            title: "Forgotten password",
            content: """
                <h1>\(text: "Forgotten your password?")</h1>
                <p class="soft">\(text: "We send you a mail with a link to set a new one.")</p>
                \(Page.alert(alert))
                <form method="post" action="/account/reset">
                \(form.hidden)
                \(account.html)<button type="submit">\(text: "Send the link")</button>
                </form>
                """,
            address: { "/account/reset?\(PageLanguage.parameter)=\($0.tag)" })
    }
}
