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

    func askForErasure(in language: Language) -> AskForErasure {
        AskForErasure(grace: settings.erasureGrace, erase: erasePerson, post: post, mails: mails.written(in: language), now: now)
    }

    func replacePassword(in language: Language) -> ReplacePassword {
        var replace = replacePassword
        replace.mails.language = language
        return replace
    }
}
