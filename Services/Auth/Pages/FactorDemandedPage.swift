import CareModels
import HTTP

/// Who is logged in has to set up a second factor before they go on to the app.
struct FactorDemandedPage {
    var clientName: String
    var form: FormContext
    var takesPasskeys: Bool

    var page: Page {
        Page(
            title: "Set up a second factor",
            content: """
                <h1>\(text: "Set up a second factor")</h1>
                <p class="soft">\(text: "to continue to \(clientName)")</p>
                <p>\(text: "Accounts like yours need more than a password here. Choose what you want to prove yourself by.")</p>
                <form method="post" action="\(AccountPlace.factors.path)/totp">
                \(form.hidden)
                \(FactorsPage.buttons(hasCodes: false, takesPasskeys: takesPasskeys))
                </form>
                """)
    }
}
