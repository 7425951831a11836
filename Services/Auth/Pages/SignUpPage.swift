import CareModels
import HTTP

/// Where a person makes an account on the way to an app.
struct SignUpPage {
    var clientName: String
    /// What was typed; the password is never sent back.
    var values = Registration.Form()
    var faults: [Fault] = []
    var alert: Text?
    var form: FormContext

    var page: Page {
        let isProvider = values.role == "provider"
        let patientChecked: HTML? = isProvider ? nil : " checked"
        let providerChecked: HTML? = isProvider ? " checked" : nil
        let fields = [
            Field(
                name: "username", label: "Username", value: values.username ?? "", autocomplete: "username",
                hint: "3 to 64 of a–z, 0–9, dot, hyphen and underscore", fault: fault("username"), isFocused: isFirst("username") || faults.isEmpty, most: 64),
            Field(
                name: "password", label: "Password", type: "password", autocomplete: "new-password",
                hint: "12 characters or more; several unrelated words are good", fault: fault("password"), isFocused: isFirst("password")),
            Field(
                name: "fullName", label: "Full name", value: values.fullName ?? "", autocomplete: "name", fault: fault("fullName"),
                isOptional: true, isFocused: isFirst("fullName"), most: 200),
            Field(
                name: "email", label: "E-mail", type: "email", value: values.email ?? "", autocomplete: "email", fault: fault("email"),
                isOptional: true, isFocused: isFirst("email"), most: 254)
        ]
        let specialty = Field(
            name: "specialty", label: "Specialty", value: values.specialty ?? "", hint: "For clinicians, such as cardiology",
            fault: fault("specialty"), isOptional: true, isFocused: isFirst("specialty"), most: 64)
        return Page(
            title: "Sign up",
            content: """
                <h1>\(text: "Sign up")</h1>
                <p class="soft">\(text: "to continue to \(clientName)")</p>
                \(Page.alert(alert))
                <form method="post" action="/oauth/signup">
                \(form.hidden)
                \(fields.map(\.html))<fieldset>
                <legend>\(text: "I am")</legend>
                <label class="choice"><input type="radio" name="role" value="patient"\(patientChecked)>\(text: "a patient")</label>
                <label class="choice"><input type="radio" name="role" value="provider"\(providerChecked)>\(text: "a clinician")</label>
                </fieldset>
                \(specialty.html)<button type="submit">\(text: "Sign up")</button>
                </form>
                <p class="below">\(text: "Already have an account?") <a href="/oauth/authorize?\(form.request)">\(text: "Log in")</a></p>
                """,
            address: { form.address("/oauth/signup", in: $0) })
    }

    private func isFirst(_ field: String) -> Bool { faults.first?.field == field }

    private func fault(_ field: String) -> Text? { faults.first { $0.field == field }?.message }
}
