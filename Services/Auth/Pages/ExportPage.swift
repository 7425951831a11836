import CareModels
import HTTP

/// Where a person downloads what is known of their account, with the password, and with the code of their second factor where they have one.
struct ExportPage {
    var user: UserRecord
    /// Of the password.
    var fault: Text?
    var codeFault: Text?
    var alert: Text?
    var form: FormContext

    var page: Page {
        let fields = ProofFields(user: user, fault: fault, codeFault: codeFault)
        return Page(
            title: "Download your data",
            content: """
                <h1>\(text: "Download your data")</h1>
                <p>\(text: "A file with what is known of your account: profile, devices, apps, second factors, mails that wait, and what happened when.")</p>
                <p class="soft">\(text: "Messages and health records are not in it; your apps show those.")</p>
                \(Page.alert(alert))
                <form method="post" action="\(AccountPlace.export.path)">
                \(form.hidden)
                \(fields.html)<button type="submit">\(text: "Download")</button>
                </form>
                \(AccountPlace.wayBack)
                """,
            address: { AccountPlace.export.address(in: $0) })
    }
}
