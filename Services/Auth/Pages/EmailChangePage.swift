import CareModels
import HTTP

/// Where a person names another e-mail address, or has another link sent to theirs.
struct EmailChangePage {
    var user: UserRecord
    /// What was typed.
    var typed: String?
    var emailFault: Text?
    var passwordFault: Text?
    var alert: Text?
    var form: FormContext

    var page: Page {
        let email = Field(
            name: "email", label: "E-mail", type: "email", value: typed ?? user.email ?? "", autocomplete: "email",
            hint: "A link is mailed there; the address is yours here once you have opened it", fault: emailFault, isFocused: passwordFault == nil,
            most: MailAddress.longest)
        let password = Field(
            name: "password", label: "Password", type: "password", autocomplete: "current-password", fault: passwordFault, isFocused: passwordFault != nil)
        return Page(
            title: "Change your e-mail address",
            content: """
                <h1>\(text: "Change your e-mail address")</h1>
                \(present)
                \(Page.alert(alert))
                <form method="post" action="\(AccountPlace.email.path)">
                \(form.hidden)
                \(email.html)\(password.html)<button type="submit">\(text: "Send the link")</button>
                </form>
                \(AccountPlace.wayBack)
                """,
            address: { AccountPlace.email.address(in: $0) })
    }

    private var present: HTML? {
        user.email.map { address in
            user.emailVerifiedAt == nil ? "<p>\(text: "\(address) (not confirmed yet)")</p>" : "<p>\(address)</p>"
        }
    }
}
