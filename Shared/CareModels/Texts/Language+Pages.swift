extension Language {
    /// As its readers call it.
    package var ownName: String {
        switch self {
        case .english: "English"
        case .french: "Français"
        }
    }

    /// The first that there is of OpenID Connect's `ui_locales` (Core, section 3.1.2.1): tags in the order in which somebody wants them.
    package init?(uiLocales: String) {
        let wanted = uiLocales.split(separator: " ", maxSplits: Self.mostRanges).prefix(Self.mostRanges)
        let found = wanted.lazy.compactMap { tag in tag.split(separator: "-").first.flatMap { Language(rawValue: $0.lowercased()) } }.first
        guard let found else { return nil }
        self = found
    }
}
