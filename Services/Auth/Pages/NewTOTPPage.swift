import CareModels
import HTTP

/// Where a person brings a secret to their authenticator app, and types its first code.
struct NewTOTPPage {
    var new: NewTOTPView
    var fault: Text?
    var alert: Text?
    var form: FormContext

    var page: Page {
        let code = Field(
            name: "code", label: "Code", autocomplete: "one-time-code", hint: "The six digits that the app shows now", fault: fault, isFocused: fault != nil, most: 40)
        return Page(
            title: "Set up an authenticator app",
            content: """
                <h1>\(text: "Set up an authenticator app")</h1>
                \(Page.alert(alert))
                <p>\(text: "Scan this with the app, or type the key into it.")</p>
                \(QRCode(new.otpauthUri)?.svg(label: "QR code for your authenticator app"))
                <p class="codes" id="key">\(groups)</p>
                <form method="post" action="\(AccountPlace.factors.path)/totp/confirmation">
                \(form.hidden)
                \(code.html)<button type="submit">\(text: "Switch it on")</button>
                </form>
                \(FactorsPage.wayBack(form))
                """)
    }

    /// Of four letters each, as they are typed best.
    private var groups: String {
        let letters = Array(new.secret)
        return stride(from: 0, to: letters.count, by: 4).map { String(letters[$0..<min($0 + 4, letters.count)]) }.joined(separator: " ")
    }
}
