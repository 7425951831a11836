extension Text {
    /// In English where the language lacks it.
    package func string(in language: Language) -> String {
        let known = Catalogue.template(template, in: language)
        let (template, spoken) = known.map { ($0, language) } ?? (template, .english)
        guard !values.isEmpty else { return template }
        var text = ""
        for piece in TextTemplate(template).pieces {
            switch piece {
            case .words(let words): text += words
            case .hole(let index, let forms) where values.indices.contains(index): text += string(values[index], forms, in: language, spoken)
            case .hole: break
            }
        }
        return text
    }

    /// `spoken`: the language of the words around it.
    private func string(_ value: Value, _ forms: TextTemplate.Forms?, in language: Language, _ spoken: Language) -> String {
        switch value {
        case .word(let word): word
        case .text(let text): text.string(in: language)
        case .number(let number): forms.map { spoken.isOne(number) ? $0.one : $0.many } ?? String(number)
        }
    }

    /// The templates, of this text and of those in it, that the language lacks: for tests.
    package func missing(in language: Language) -> [String] {
        let inside = values.flatMap { value -> [String] in
            if case .text(let text) = value { text.missing(in: language) } else { [] }
        }
        return Catalogue.template(template, in: language) == nil ? [template] + inside : inside
    }
}
