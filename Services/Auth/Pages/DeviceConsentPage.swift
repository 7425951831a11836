import CareModels
import HTTP

/// Where a person sees whose device it is and what it asks for, and decides.
struct DeviceConsentPage {
    var clientName: String
    var user: UserRecord
    var code: UserCode
    var scopes: [String]
    var form: FormContext

    /// What its form is bound to.
    static func request(_ code: UserCode) -> String { "\(AccountPlace.device.path) \(code.text)" }

    var page: Page {
        Page(
            title: "Allow \(clientName)",
            content: """
                <h1>\(text: "Allow \(clientName)?")</h1>
                <p class="soft">\(text: "You are logged in as \(user.username).")</p>
                <p class="alert">\(text: "Allow it only when \(code.shown) stands on a device before you, where you have opened \(clientName) yourself.")
                \(text: "If somebody has sent you the code, they would get what is yours.")</p>
                \(ConsentPage.asks(scopes, byProvider: user.role == .provider))
                <form method="post" action="\(AccountPlace.device.path)/decision">
                \(form.hidden)
                <input type="hidden" name="user_code" value="\(code.text)">
                \(ConsentPage.buttons)
                </form>
                """)
    }
}
