extension Text {
    /// In English where the language lacks it. `escape` is for what stands in its holes, where the template is more than plain text.
    package func string(in language: Language, escaping escape: (String) -> String = { $0 }) -> String {
        let known = Catalogue.template(template, in: language)
        let (template, spoken) = known.map { ($0, language) } ?? (template, .english)
        guard !values.isEmpty else { return template }
        var text = ""
        for piece in TextTemplate(template).pieces {
            switch piece {
            case .words(let words): text += words
            case .hole(let index, let forms) where values.indices.contains(index): text += string(values[index], forms, in: language, spoken, escape)
            case .hole: break
            }
        }
        return text
    }

    /// `spoken`: the language of the words around it.
    private func string(_ value: Value, _ forms: TextTemplate.Forms?, in language: Language, _ spoken: Language, _ escape: (String) -> String) -> String {
        switch value {
        case .word(let word): escape(word)
        case .text(let text): text.string(in: language, escaping: escape)
        case .decimal(let number): language.decimal(number)
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
