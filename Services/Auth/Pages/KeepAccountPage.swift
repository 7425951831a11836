import CareModels
import Foundation
import HTTP

/// Where a person who has logged in to an account that is to be erased can take that back.
struct KeepAccountPage {
    var username: String
    var eraseAt: Date
    var token: String
    var form: FormContext

    var page: Page {
        Page(
            title: "Your account is to be erased",
            content: """
                <h1>\(text: "Your account is to be erased")</h1>
                <p>\(text: "You asked for \(username) to be erased. That happens on \(Erasure.spelled(eraseAt)); until then you can keep it.")</p>
                <form method="post" action="/account/erase/withdraw">
                \(form.hidden)
                <input type="hidden" name="token" value="\(token)">
                <button type="submit">\(text: "Keep my account")</button>
                </form>
                """)
    }
}
