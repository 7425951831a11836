import CareModels
import HTTP

/// Where a person says that an address is theirs, by the link that was mailed there.
struct VerifyEmailPage {
    /// Nil where it is not to be shown: the form was not from a page of ours.
    var address: String?
    var token: String
    var alert: Text?
    var form: FormContext

    var page: Page {
        let named: HTML? = address.map { "<p>\(text: "Mails about your account go to <strong>\($0)</strong> then.")</p>" }
        return Page(
            title: "Confirm your e-mail address",
            content: """
                <h1>\(text: "Confirm your e-mail address")</h1>
                \(Page.alert(alert))
                \(named)
                <form method="post" action="/account/verify">
                \(form.hidden)
                <input type="hidden" name="token" value="\(token)">
                <button type="submit">\(text: "Confirm")</button>
                </form>
                """)
    }
}
