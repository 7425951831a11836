import CareModels
import Foundation
import HTTP

/// Where a person erases their account, with the password, and with the code of their second factor where they have one.
struct ErasurePage {
    var user: UserRecord
    /// The time to think again, in seconds.
    var grace: TimeInterval
    /// Of the password.
    var fault: Text?
    var codeFault: Text?
    var alert: Text?
    var form: FormContext

    var page: Page {
        let fields = ProofFields(user: user, fault: fault, codeFault: codeFault)
        return Page(
            title: "Erase your account",
            content: """
                <h1>\(text: "Erase your account?")</h1>
                <p>\(text: "Everything about \(user.username) is erased: messages, health records, heart rates. Appointments ahead are cancelled. It cannot be undone.")</p>
                \(thinkAgain)
                \(Page.alert(alert))
                <form method="post" action="\(AccountPlace.erasure.path)">
                \(form.hidden)
                \(fields.html)<button type="submit">\(text: "Erase everything")</button>
                </form>
                \(AccountPlace.wayBack)
                """,
            address: { AccountPlace.erasure.address(in: $0) })
    }

    private var thinkAgain: HTML? {
        guard grace > 0 else { return nil }
        let hours = Int((grace / 3600).rounded(.up))
        let days = hours / 24
        return hours % 24 == 0
            ? "<p>\(text: "It happens in \(days, "day", "days"). You are logged out everywhere at once; log in before then if you think again.")</p>"
            : "<p>\(text: "It happens in \(hours, "hour", "hours"). You are logged out everywhere at once; log in before then if you think again.")</p>"
    }
}
