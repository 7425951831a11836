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

    func replacePassword(in language: Language) -> ReplacePassword {
        var replace = replacePassword
        replace.mails.language = language
        return replace
    }
}
