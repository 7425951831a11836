import CareModels

/// Use cases that mail somebody, in the language of the request that they follow from.
extension Dependencies {
    func askToVerifyEmail(in language: Language) -> AskToVerifyEmail {
        var ask = askToVerifyEmail
        ask.mails.language = language
        return ask
    }

    func register(in language: Language) -> Register {
        var register = self.register
        register.verify = askToVerifyEmail(in: language)
        return register
    }

    func tellOfAccount(in language: Language) -> TellOfAccount {
        var tell = tellOfAccount
        tell.mails.language = language
        return tell
    }

    func askForErasure(in language: Language) -> AskForErasure {
        AskForErasure(grace: settings.erasureGrace, erase: erasePerson, tell: tellOfAccount(in: language), now: now)
    }

    func takeBackAdditions(in language: Language) -> TakeBackAdditions {
        TakeBackAdditions(
            demanding: settings.secondFactorRoles, tell: tellOfAccount(in: language), end: endGuardianship(in: language), now: now)
    }

    func replacePassword(in language: Language) -> ReplacePassword {
        var replace = replacePassword
        replace.tell = tellOfAccount(in: language)
        return replace
    }
}
