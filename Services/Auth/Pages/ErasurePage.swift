import CareModels
import HTTP

/// Where a person erases their account, with the password, and with the code of their second factor where they have one.
struct ErasurePage {
    var user: UserRecord
    /// Of the password.
    var fault: Text?
    var codeFault: Text?
    var alert: Text?
    var form: FormContext

    var page: Page {
        let alertBox: HTML? = alert.map { "<p class=\"alert\" role=\"alert\">\($0)</p>" }
        let password = Field(name: "password", label: "Password", type: "password", autocomplete: "current-password", fault: fault, isFocused: true)
        let code: HTML? = user.hasSecondFactor ? Field.secondFactor(fault: codeFault).html : nil
        return Page(
            title: "Erase your account",
            content: """
                <h1>\(text: "Erase your account?")</h1>
                <p>\(text: "Everything about \(user.username) is erased: messages, health records, heart rates. Appointments ahead are cancelled. It cannot be undone.")</p>
                \(alertBox)
                <form method="post" action="\(AccountPlace.erasure.path)">
                \(form.hidden)
                \(password.html)\(code)<button type="submit">\(text: "Erase everything")</button>
                </form>
                \(AccountPlace.wayBack)
                """,
            address: { AccountPlace.erasure.address(in: $0) })
    }
}
