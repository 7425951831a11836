import CareModels
import HTTP

/// Where a person who knows their password sets another.
struct PasswordChangePage {
    var currentFault: Text?
    var newFault: Text?
    var alert: Text?
    var form: FormContext

    var page: Page {
        let current = Field(
            name: "current", label: "Present password", type: "password", autocomplete: "current-password", fault: currentFault, isFocused: newFault == nil)
        let new = Field(
            name: "new", label: "New password", type: "password", autocomplete: "new-password",
            hint: "12 characters or more; several unrelated words are good", fault: newFault, isFocused: newFault != nil)
        return Page(
            title: "Change your password",
            content: """
                <h1>\(text: "Change your password")</h1>
                <p class="soft">\(text: "You are then logged out everywhere.")</p>
                \(Page.alert(alert))
                <form method="post" action="\(AccountPlace.password.path)">
                \(form.hidden)
                \(current.html)\(new.html)<button type="submit">\(text: "Set the password")</button>
                </form>
                \(AccountPlace.wayBack)
                """,
            address: { AccountPlace.password.address(in: $0) })
    }
}
