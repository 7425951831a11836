/// What every text is in the other languages: the template in English, then in theirs. English is what stands in the code,
/// and `deploy/texts/en.pot` lists it.
///
/// The files are Swift, by area: the compiler reads them, nothing is parsed or missing at run time, and a translator sees both languages side by side.
/// `Tests/Outside/operators/test_texts.py` keeps them: every text of the sources is here, with the same values, and nothing else is.
package enum Catalogue {
    /// The files of a language, each `[template: translation]`.
    package static let frenchFiles = [
        French.problems, French.faults, French.words, French.notices, French.pages, French.mails, French.validation, French.changing
    ]

    private static let french = frenchFiles.reduce(into: [String: String]()) { $0.merge($1) { first, _ in first } }

    /// Nil when the language lacks it. What has no words is the same in all.
    static func template(_ english: String, in language: Language) -> String? {
        switch language {
        case .english: english
        case .french: french[english] ?? (TextTemplate(english).hasWords ? nil : english)
        }
    }
}

/// The French of the texts, an area a file.
///
/// « vous », as a practice in Geneva writes; no-break spaces (U+00A0) before `: ; ? ! »` and after `«`; apostrophes `’`. One word for one thing: patient, soignant (provider), rendez-vous, créneau
/// (slot), disponibilités, préavis (notice), service d’urgences (emergency room), fréquence cardiaque, alerte, rappel (reminder), dossier (records), pièce jointe (attachment), fil (feed),
/// compte, jeton (token), autorisation (scope), application (app), exploitant (operator), champ (field), réessayez. Names of fields, headers, values and addresses stay as they are.
package enum French {}
