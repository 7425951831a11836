extension Text {
    /// `a, b, c`.
    package static func list(_ texts: [Text]) -> Text {
        texts.dropFirst().reduce(texts.first ?? Text(verbatim: "")) { "\($0), \($1)" }
    }

    /// `a or b or c`.
    package static func alternatives(_ texts: [Text]) -> Text {
        texts.dropFirst().reduce(texts.first ?? Text(verbatim: "")) { "\($0) or \($1)" }
    }
}
