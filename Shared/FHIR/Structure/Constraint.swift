/// A rule that a type or an element has beside its form, in FHIRPath.
struct Constraint: Sendable {
    /// Such as `obs-6`.
    let key: String
    let isError: Bool
    let expression: String
    /// In English, as the definitions have it.
    let human: String
    /// What can be told of it by looking at which elements there are, in postfix notation.
    let guardWords: [Substring]

    /// A line of the table.
    init(_ line: Substring) {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
        let words = parts[0].split(separator: " ")
        key = String(words[0])
        isError = words[1] == "error"
        guardWords = Array(words.dropFirst(2))
        expression = String(parts[1])
        human = String(parts[2])
    }
}
