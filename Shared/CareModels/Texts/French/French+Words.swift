extension French {
    /// Words that stand in other texts.
    package static let words: [String: String] = [:]
}
