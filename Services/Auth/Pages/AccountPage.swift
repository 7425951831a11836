import CareModels
import HTTP

/// Who one is here, and the ways to what can be done about it.
struct AccountPage {
    var user: UserRecord

    var page: Page {
        let name: HTML? = shownName.map { "<p>\($0)</p>" }
        let mail: HTML? = user.email.map { address in
            user.emailVerifiedAt == nil ? "<p>\(text: "\(address) (not confirmed yet)")</p>" : "<p>\(address)</p>"
        }
        let administration: HTML? =
            user.role == .admin ? "<li><a href=\"\(AccountPlace.administration.path)\">\(text: "Administration")</a></li>\n" : nil
        return Page(
            title: "Your account",
            content: """
                <h1>\(text: "Your account")</h1>
                <p class="soft">\(text: "You are logged in as \(user.username).")</p>
                \(UnverifiedNotice(user: user).html)
                \(name)\(mail)
                <ul class="scopes">
                <li><a href="\(AccountPlace.profile.path)">\(text: "Change your profile")</a></li>
                <li><a href="\(AccountPlace.picture.path)">\(text: "Change your picture")</a></li>
                <li><a href="\(AccountPlace.email.path)">\(text: "Change your e-mail address")</a></li>
                <li><a href="\(AccountPlace.password.path)">\(text: "Change your password")</a></li>
                <li><a href="\(AccountPlace.factors.path)">\(text: "Second factors and passkeys")</a></li>
                <li><a href="\(AccountPlace.logins.path)">\(text: "Devices and apps")</a></li>
                <li><a href="\(AccountPlace.export.path)">\(text: "Download your data")</a></li>
                <li><a href="\(AccountPlace.guardianships.path)">\(text: "Acting for somebody else")</a></li>
                <li><a href="\(AccountPlace.device.path)">\(text: "Connect a device")</a></li>
                <li><a href="\(AccountPlace.invitations.path)">\(text: "Invitations")</a></li>
                <li><a href="\(AccountPlace.erasure.path)">\(text: "Erase your account")</a></li>
                \(administration)<li><a href="/oauth/logout">\(text: "Log out")</a></li>
                </ul>
                """,
            address: { AccountPlace.overview.address(in: $0) })
    }

    private var shownName: String? {
        let parts = [user.title, user.fullName].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

extension AccountPlace {
    /// The same page for who reads that language.
    func address(in language: Language) -> String { "\(path)?\(PageLanguage.parameter)=\(language.tag)" }

    /// The way back from where something is done, and the way out.
    static var wayBack: HTML { "<p class=\"below\"><a href=\"\(AccountPlace.overview.path)\">\(text: "Back to your account")</a>\(wayOut)</p>" }

    /// Beside the way back.
    static var wayOut: HTML { " · <a href=\"/oauth/logout\">\(text: "Log out")</a>" }
}
