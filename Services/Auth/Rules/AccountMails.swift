import CareModels
import Foundation

/// What people are mailed about their account, in the first of their languages that we have, else in that of their request that it follows from. The issuer's address
/// is the only one that they are sent to.
struct AccountMails: Sendable {
    var issuer: String
    /// Nil where it follows from nothing that they asked for, as when an operator does something: whoever has named no language reads it in each that we have.
    var language: Language?

    func written(in language: Language?) -> AccountMails { AccountMails(issuer: issuer, language: language) }

    /// To somebody who reads these languages (BCP 47), best first.
    func written(for languages: [String]) -> AccountMails { written(in: Language(uiLocales: languages.joined(separator: " ")) ?? language) }

    /// In short what it is, and what to do if that was somebody else.
    func notice(_ notice: AccountNotice, username: String, to address: MailAddress) -> Mail {
        switch notice {
        case .passwordChanged: passwordChanged(username: username, to: address)
        case .emailChanged: emailChanged(username: username, to: address)
        case .factorAdded: factorAdded(username: username, to: address)
        case .passkeyAdded: passkeyAdded(username: username, to: address)
        case .factorRemoved: factorRemoved(username: username, to: address)
        case .factorsReset: factorsReset(username: username, to: address)
        case .recoveryCodesReplaced: recoveryCodesReplaced(username: username, to: address)
        case .erasureAhead(let instant): erasureAhead(at: instant, username: username, to: address)
        }
    }

    func passwordLink(_ token: String, username: String, to address: MailAddress) -> Mail {
        let minutes = Int(PasswordReset.lifetime / 60)
        return compose(
            to: address, "Set a new password",
            [
                "somebody asked for a new password for your Careline account, \(username). To set one, open this address within \(minutes, "minute", "minutes"). It works once:",
                Text(verbatim: "\(issuer)/account/reset?token=\(token)"),
                "If that was not you, do nothing: your password stays as it is."
            ])
    }

    func emailLink(_ token: String, username: String, to address: MailAddress) -> Mail {
        let hours = Int(EmailVerification.lifetime / 3600)
        return compose(
            to: address, "Confirm your e-mail address",
            [
                "somebody named this address for the Careline account \(username). If that was you, open this address within \(hours, "hour", "hours"). It works once:",
                Text(verbatim: "\(issuer)/account/verify?token=\(token)"),
                "If that was not you, do nothing: no more is sent here."
            ])
    }

    private func emailChanged(username: String, to address: MailAddress) -> Mail {
        compose(
            to: address, "Your e-mail address was changed",
            [
                "mails about your Careline account, \(username), go to another address from now on.",
                "If that was not you, tell those who run Careline at your clinic at once."
            ])
    }

    /// It says to nobody who they are, and is no proof of anything: whoever accepts has logged in, and proven that the address is theirs.
    func invitation(organisation: String, to address: MailAddress) -> Mail {
        let days = Int(OrganisationRule.lifetime / 86_400)
        let organisation = MailedName.shown(organisation)
        return compose(
            to: address, "You are invited to an organisation",
            [
                "\(organisation) asks you to join them on Careline. To accept, log in at this address within \(days, "day", "days"), with an account whose e-mail address is this one, and confirmed:",
                Text(verbatim: "\(issuer)\(AccountPlace.invitations.path)"),
                "If you do not know them, do nothing: nobody joins by a mail alone."
            ])
    }

    private func factorAdded(username: String, to address: MailAddress) -> Mail {
        factors(
            to: address, "Signing in takes a code from now on",
            "a second factor was set up for your Careline account, \(username): whoever signs in types a code, too.", isAddition: true)
    }

    private func passkeyAdded(username: String, to address: MailAddress) -> Mail {
        factors(
            to: address, "A passkey was added", "a passkey was added to your Careline account, \(username): whoever has its device signs in with it.",
            isAddition: true)
    }

    private func factorsReset(username: String, to address: MailAddress) -> Mail {
        compose(
            to: address, "Your second factors were taken away",
            [
                "an operator took every second factor of your Careline account, \(username), away, and logged you out everywhere. Set up a new one when you sign in.",
                "If you did not ask for that, tell those who run Careline at your clinic at once."
            ])
    }

    private func factorRemoved(username: String, to address: MailAddress) -> Mail {
        factors(to: address, "A second factor was removed", "a second factor of your Careline account, \(username), was removed.")
    }

    private func recoveryCodesReplaced(username: String, to address: MailAddress) -> Mail {
        factors(
            to: address, "You have new recovery codes",
            "recovery codes were made for your Careline account, \(username); those before are of no use any more.")
    }

    private func factors(to address: MailAddress, _ subject: Text, _ what: Text, isAddition: Bool = false) -> Mail {
        let wayOut: Text =
            isAddition
            ? "If that was not you, set a new password now and take it back there, and tell those who run Careline at your clinic:"
            : "If that was not you, set a new password now, and tell those who run Careline at your clinic:"
        return compose(to: address, subject, [what, wayOut, Text(verbatim: "\(issuer)/account/reset")])
    }

    /// To who may act for somebody, or was asked to.
    func toGuardian(_ news: GuardianshipNews, ward: String, username: String, to address: MailAddress) -> Mail {
        let page = Text(verbatim: "\(issuer)\(AccountPlace.guardianships.path)")
        let ward = MailedName.shown(ward)
        return switch news {
        case .invited:
            compose(
                to: address, "You are asked to act for somebody",
                ["\(ward) wants your Careline account, \(username), to act for them: to see and do for them what they can. To accept or decline, open:", page])
        case .begun:
            compose(
                to: address, "You may act for somebody now",
                ["your Careline account, \(username), may act for \(ward) from now on. Either of you can end it:", page])
        case .ended:
            compose(to: address, "You act for somebody no more", ["your Careline account, \(username), does not act for \(ward) any more."])
        }
    }

    /// To whom somebody may act for.
    func toWard(_ news: GuardianshipNews, username: String, to address: MailAddress) -> Mail {
        let page = Text(verbatim: "\(issuer)\(AccountPlace.guardianships.path)")
        return switch news {
        case .invited:
            compose(
                to: address, "Somebody was invited to act for you",
                ["somebody was invited to act for your Careline account, \(username). If that was not you, take it back, and set a new password:", page])
        case .begun:
            compose(
                to: address, "Somebody may act for you now",
                ["somebody accepted to act for your Careline account, \(username). You see who it is, and can end it, here:", page])
        case .ended:
            compose(to: address, "Somebody acts for you no more", ["one who acted for your Careline account, \(username), does not any more."])
        }
    }

    private func passwordChanged(username: String, to address: MailAddress) -> Mail {
        compose(
            to: address, "Your password was changed",
            [
                "the password of your Careline account, \(username), was changed, and every other device was logged out.",
                "If that was not you, set a new one now:",
                Text(verbatim: "\(issuer)/account/reset")
            ])
    }

    private func erasureAhead(at instant: Date, username: String, to address: MailAddress) -> Mail {
        compose(
            to: address, "Your account is to be erased",
            [
                "somebody asked for your Careline account, \(username), to be erased, with everything in it. That happens on \(Erasure.spelled(instant)).",
                "If you think again, or that was not you, log in before then, and keep it:",
                Text(verbatim: "\(issuer)/account")
            ])
    }

    private func compose(to address: MailAddress, _ subject: Text, _ paragraphs: [Text]) -> Mail {
        let greeting: Text = "Hello,"
        let languages = language.map { [$0] } ?? Language.allCases
        let texts = languages.map { language in
            ([greeting] + paragraphs).map { $0.string(in: language) }.joined(separator: "\n\n") + "\n"
        }
        let subjects = languages.map { subject.string(in: $0) }
        return Mail(address: address, subject: subjects.joined(separator: " / "), text: texts.joined(separator: "\n"))
    }
}
