import Foundation

/// How a password that was forgotten is set anew.
enum PasswordReset {
    /// Of a link, from when it is mailed.
    static let lifetime: TimeInterval = 1800
    /// What was added to the account so long before, or later, can be taken back with it: no longer than the mails that told of it need to be read.
    static let takesBack: TimeInterval = 7 * 86_400
    /// Links of one person that may be valid at a time: nobody's letter box is filled by others.
    static let mostLinks = 3
    /// Accounts with one address that get a link each.
    static let mostAccounts = 5
    /// Of what is typed: an address is the longer of the two.
    static let longest = MailAddress.longest

    /// Whom somebody means who types this. Nil when nobody can be called so.
    static func account(_ typed: String) -> Account? {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.contains("@") { return (try? MailAddress(text)).map { .address($0.text.lowercased()) } }
        let name = Username.normalize(text)
        return Username.isValid(name) ? .username(name) : nil
    }

    enum Account: Equatable {
        case username(String)
        /// In lower case.
        case address(String)
    }
}
