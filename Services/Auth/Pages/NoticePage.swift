import CareModels
import Foundation
import HTTP

/// A page that says how something ended, and leads on where there is more to do.
struct NoticePage {
    var title: Text
    var text: Text
    var link: (address: String, label: Text)?

    var page: Page {
        let more: HTML? = link.map { "<p class=\"below\"><a href=\"\($0.address)\">\($0.label)</a></p>" }
        return Page(
            title: title,
            content: """
                <h1>\(title)</h1>
                <p>\(text)</p>
                \(more)
                """)
    }

    /// The same whether or not there is such an account.
    static var linkMailed: NoticePage {
        let minutes = Int(PasswordReset.lifetime / 60)
        return NoticePage(
            title: "Look into your mails",
            text: "If there is an account of that name or address, and it has an e-mail address, a link is on its way there. It works once, within \(minutes) minutes.",
            link: ("/account/reset", "No mail? Ask for another link"))
    }

    /// The same for an address that is theirs already.
    static var addressLinkMailed: NoticePage {
        NoticePage(
            title: "Look into your mails", text: "Unless this address is confirmed already, a link is on its way there. It is yours here once you have opened it.",
            link: (AccountPlace.overview.path, "Back to your account"))
    }

    static var linkOver: NoticePage {
        NoticePage(title: "This link is over", text: "It was used, or has expired.", link: ("/account/reset", "Ask for a new one"))
    }

    static var emailLinkOver: NoticePage {
        NoticePage(title: "This link is over", text: "It was used, or has expired.", link: (AccountPlace.email.path, "Ask for a new one"))
    }

    static var emailVerified: NoticePage { NoticePage(title: "Your e-mail address is confirmed", text: "You can close this page.") }

    static var forOperators: NoticePage {
        NoticePage(title: "This page is for operators", text: "Your account has no power over others.", link: (AccountPlace.overview.path, "Back to your account"))
    }

    static var secondFactorFirst: NoticePage {
        NoticePage(
            title: "Set up a second factor first", text: "Who has power over others signs in with more than a password.",
            link: (AccountPlace.factors.path, "Set up a second factor"))
    }

    static var noSuchUser: NoticePage {
        NoticePage(title: "There is no such person", text: "The account may have been erased.", link: (AccountPlace.administration.path, "Back to administration"))
    }

    static var noSuchApp: NoticePage {
        NoticePage(title: "There is no such app", text: "No app has this id.", link: (AccountPlace.administration.path, "Back to administration"))
    }

    static var accountErased: NoticePage { NoticePage(title: "Your account is erased", text: "The rest of Careline follows in a moment. You can close this page.") }

    static func accountToBeErased(on instant: Date) -> NoticePage {
        NoticePage(
            title: "Your account is to be erased",
            text: "That happens on \(Erasure.spelled(instant)). You are logged out everywhere. If you think again, log in before then, and keep it.",
            link: (AccountPlace.overview.path, "Log in"))
    }

    static var accountKept: NoticePage {
        NoticePage(title: "Your account stays", text: "Nothing of it was erased. Log in as before.", link: (AccountPlace.overview.path, "Log in"))
    }

    static var erasureStays: NoticePage {
        NoticePage(
            title: "This page was open for too long", text: "Log in once more, unless the account is erased already.", link: (AccountPlace.overview.path, "Log in"))
    }

    static var deviceAllowed: NoticePage {
        NoticePage(title: "The device is connected", text: "It goes on by itself in a moment. You can close this page.")
    }

    static var deviceDenied: NoticePage { NoticePage(title: "The device is not connected", text: "It gets nothing of yours. You can close this page.") }

    static var passwordSet: NoticePage {
        NoticePage(
            title: "Your password is set", text: "You are logged out everywhere. Go back to your app, and log in with the new password.",
            link: (AccountPlace.overview.path, "Or log in to your account"))
    }
}
