import CareModels
import HTTP

/// Where a person is asked whether they want to log out of this browser.
struct LogoutPage {
    var username: String
    var alert: Text?
    var form: FormContext

    static let brokenHint: Text =
        "The app that sent you here has not shown which app it is (id_token_hint). You can log out of Careline here; you are not sent back to the app."

    var page: Page {
        Page(
            title: "Log out",
            content: """
                <h1>\(text: "Log out?")</h1>
                <p class="soft">\(text: "You are logged in as \(username). Apps ask you to log in again after this.")</p>
                \(Page.alert(alert))
                <form method="post" action="/oauth/logout/confirm">
                \(form.hidden)
                <button type="submit">\(text: "Log out")</button>
                </form>
                <p class="below"><a href="\(AccountPlace.overview.path)">\(text: "Stay logged in")</a></p>
                """,
            address: { form.address("/oauth/logout", in: $0) })
    }
}

/// What a person sees who has logged out, and whom no app expects.
struct LoggedOutPage {
    var page: Page {
        Page(
            title: "Logged out",
            content: """
                <h1>\(text: "You are logged out")</h1>
                <p class="soft">\(text: "Nobody is logged in to Careline with this browser.")</p>
                <p class="below"><a href="\(AccountPlace.overview.path)">\(text: "Log in")</a></p>
                """)
    }
}

/// Shown when an app's wish is not a right one.
struct LogoutFaultPage {
    var fault: LogoutRequest.Fault

    var page: Page {
        .refusing("This link does not work", explanation, advice: "Nobody was logged out. If it happens again, tell the makers of the app what this page says.")
    }

    private var explanation: Text {
        switch fault {
        case .repeated: "The app sent something more than once."
        case .unknownClient: "The app that sent you here is not known to Careline (client_id)."
        case .anotherClient: "The app named another app than the one that it has an id token of (client_id, id_token_hint)."
        case .wrongRedirect: "The app asked to send you to an address that it has not registered (post_logout_redirect_uri)."
        case .tooLong: "What the app asked for is longer than \(AuthorizationRequest.longest) characters."
        case .unreadable: "What the app asked for is not written as an address is."
        }
    }
}
