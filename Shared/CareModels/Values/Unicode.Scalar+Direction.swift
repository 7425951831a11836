extension Unicode.Scalar {
    /// Whether it turns the direction of writing for what stands behind it: Unicode's embeddings, overrides and isolates, and their ends. The marks of direction
    /// (U+200E, U+200F), which right-to-left texts need, turn nothing.
    package var turnsDirection: Bool {
        switch self {
        case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
        default: false
        }
    }
}
