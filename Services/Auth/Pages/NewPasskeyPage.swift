import CareModels
import HTTP
import JSON

/// Where a person makes a passkey and gives it a name.
struct NewPasskeyPage {
    private let options: String
    private let name: String
    private let form: FormContext

    init(options: PasskeyCreationView, name: String, form: FormContext) throws {
        (self.name, self.form) = (name, form)
        self.options = String(decoding: try CareJSON.encode(options), as: UTF8.self)
    }

    var page: Page {
        let name = Field(
            name: "name", label: "Name of the passkey", value: name, hint: "So that you know it again, as the device that it is in", isFocused: true,
            most: Passkey.longestName)
        return Page(
            title: "Add a passkey",
            content: """
                <h1>\(text: "Add a passkey")</h1>
                <p>\(text: "Your device asks for your fingerprint, your face or its PIN. From then on you sign in with it, without your password.")</p>
                \(PasskeyPage.faultBox)
                <form id="passkey" method="post" action="\(AccountPlace.factors.path)/passkey/registration" data-ceremony="create" data-options="\(options)">
                \(form.hidden)
                \(PasskeyPage.credential)
                \(name.html)<button type="submit">\(text: "Make the passkey")</button>
                </form>
                \(FactorsPage.wayBack(form))
                \(PasskeyPage.script)
                """)
    }
}
